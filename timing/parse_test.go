package timing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/timing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]timing.Clock{
		"40s":                     {Main: 40 * second},
		"0s":                      {},
		"1h30m":                   {Main: 90 * minute},
		"2h":                      {Main: 120 * minute},
		"1h0m5s":                  {Main: 60*minute + 5*second},
		"5m+3s":                   {Main: 5 * minute, Increment: 3 * second},
		"40/5m":                   {Main: 5 * minute, ToGo: 40, Every: 40, Stage: 5 * minute},
		"40/5m+3s":                {Main: 5 * minute, ToGo: 40, Every: 40, Stage: 5 * minute, Increment: 3 * second},
		"3m+12of40/5m":            {Main: 3 * minute, ToGo: 12, Every: 40, Stage: 5 * minute},
		"5m+12of40/5m":            {Main: 5 * minute, ToGo: 12, Every: 40, Stage: 5 * minute},
		"10m+byo=3x10s":           {Main: 10 * minute, Periods: 3, Period: 10 * second},
		"byo=3x10s":               {Periods: 3, Period: 10 * second},
		"10m+byo=25/5m":           {Main: 10 * minute, Periods: 1, Period: 5 * minute, PeriodMoves: 25},
		"byo=2x25/5m":             {Periods: 2, Period: 5 * minute, PeriodMoves: 25},
		"byo=25/5m+made=7/1m20s":  {Periods: 1, Period: 5 * minute, PeriodMoves: 25, PeriodMade: 7, PeriodUsed: 80 * second},
		"1s/move":                 {Periods: 1, Period: second},
		"1s/move+lag=50ms":        {Periods: 1, Period: second, Margin: 50 * ms},
		"10s+byo=1x1s":            {Main: 10 * second, Periods: 1, Period: second},
		"40s+lag=1.5ms":           {Main: 40 * second, Margin: 1500 * time.Microsecond},
		"1290000ticks":            {Main: 1290000, Ticks: true},
		"0ticks":                  {Ticks: true},
		"100ticks/move+lag=1tick": {Periods: 1, Period: 100, Margin: 1, Ticks: true},
		"0s+3s":                   {Increment: 3 * second},
		"0s+1of40/5m":             {ToGo: 1, Every: 40, Stage: 5 * minute},
	} {
		t.Run(text, func(t *testing.T) {
			got, err := timing.Parse(text)
			require.NoError(t, err, text)
			require.Equal(t, want, got, text)
			if text != "100ticks/move+lag=1tick" {
				require.Equal(t, text, got.String())
			}
		})
	}
	got, err := timing.Parse(" 40s\n")
	require.NoError(t, err)
	require.Equal(t, timing.Clock{Main: 40 * second}, got)
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                              `Parse(""): "" is no time`,
		"40":                            "no time, want one like 40s",
		"-40s":                          "no time",
		"40s+":                          `"" is no time`,
		"1.5ticks":                      "no time",
		"-5ticks":                       "no time",
		"forever":                       "no time",
		"3000h":                         "Clock.Main is",
		"40s+3ticks":                    "want one of them",
		"40ticks+3s":                    "want one of them",
		"1s+2s+3s":                      "increment occurs twice",
		"40/5m+40/5m":                   "moves to go occurs twice",
		"byo=3x10s+1s/move":             "overtime occurs twice",
		"lag=1s+lag=1s":                 "lag occurs twice",
		"byo=25/5m+made=1/1s+made=1/1s": "made occurs twice",
		"40s+log=3s":                    `there is no "log"`,
		"0/5m":                          "whole number above 0",
		"x/5m":                          "whole number above 0",
		"40/0s":                         "want all or none",
		"0of40/5m":                      "whole number above 0",
		"3of/5m":                        "whole number above 0",
		"byo=10s":                       "is no overtime, want periods like 3x10s",
		"byo=0x10s":                     "whole number above 0",
		"byo=3x0s":                      "want both or none",
		"byo=99999999999x1s":            "whole number above 0",
		"byo=25/5m+made=7":              "want moves and time like",
		"byo=25/5m+made=25/1s":          "want less than PeriodMoves",
		"byo=25/5m+made=2/6m":           "PeriodUsed",
		"made=1/1s":                     "PeriodMade",
		"40s+3s/move":                   "",
		"9007199254740993ticks":         "Clock.Main is 9007199254740993",
	} {
		t.Run(text, func(t *testing.T) {
			_, err := timing.Parse(text)
			if want == "" {
				require.NoError(t, err, text)
				return
			}
			require.ErrorContains(t, err, want, text)
			require.ErrorContains(t, err, "timing: Parse(", text)
			require.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestStringReadsBackEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := clocks().Draw(t, "clock")
		got, err := timing.Parse(c.String())
		require.NoError(t, err)
		require.Equal(t, c, got, c.String())
	})
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"40s", "5m+3s", "40/5m", "3m+12of40/5m", "10m+byo=3x10s", "byo=2x25/5m+made=7/80s", "1s/move", "40s+lag=50ms",
		"1290000ticks", "1h0m0s", "++", "byo=", "of/", "9223372036854775807ticks", "1.5µs+byo=1x1/1ns",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := timing.Parse(text)
		if err != nil {
			require.Zero(t, c)
			return
		}
		again, err := timing.Parse(c.String())
		require.NoError(t, err, "%q", c.String())
		require.Equal(t, c, again)
		require.Equal(t, c.String(), again.String())
	})
}
