package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

// variable is the variable of the environment that chooses a mutant by its number.
const variable = "MUTANT"

// chooser is the file that reads the variable.
const chooser = `package %s

import (
	"os"
	"strconv"
)

var mutant = func() int {
	n, err := strconv.Atoi(os.Getenv(%q))
	if err != nil {
		return -1
	}
	return n
}()
`

// operators are the changes that gremlins knows.
var operators = map[string]map[token.Token]token.Token{
	"CONDITIONALS_BOUNDARY": {token.GEQ: token.GTR, token.LEQ: token.LSS, token.GTR: token.GEQ, token.LSS: token.LEQ},
	"CONDITIONALS_NEGATION": {
		token.EQL: token.NEQ, token.NEQ: token.EQL, token.GEQ: token.LSS,
		token.LEQ: token.GTR, token.GTR: token.LEQ, token.LSS: token.GEQ,
	},
	"ARITHMETIC_BASE": {
		token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL,
	},
	"INVERT_NEGATIVES":    {token.SUB: token.ADD},
	"INCREMENT_DECREMENT": {token.INC: token.DEC, token.DEC: token.INC},
}

// weave returns the files of the package in a folder, by their paths, where every operator that has
// mutants became the call of a function that asks which of them is chosen:
//
//	func() bool { if mutant == 7 { return a <= b }; return a < b }()
//
// It marks the mutants that do not compile or are constants as not viable.
func weave(folder string, all []*mutant) (map[string][]byte, error) {
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo |
			packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps,
		Dir: folder, Env: append(os.Environ(), "GOWORK=off"),
	}, ".")
	if err != nil {
		return nil, err
	}
	pkg := loaded[0]
	if len(pkg.Errors) > 0 {
		return nil, pkg.Errors[0]
	}
	at := map[string][]int{} // the numbers of the mutants at file:line:column
	for n, m := range all {
		m.status = notViable
		place := fmt.Sprintf("%s:%d:%d", filepath.Base(m.file), m.Line, m.Column)
		at[place] = append(at[place], n)
	}
	files := map[string][]byte{
		filepath.Join(folder, "mutant_chosen.go"): fmt.Appendf(nil, chooser, pkg.Name, variable),
	}
	for i, file := range pkg.Syntax {
		name := pkg.CompiledGoFiles[i]
		source, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		w := weaver{pkg: pkg, file: file, source: source, all: all, at: at}
		if woven := w.whole(); !bytes.Equal(woven, source) {
			files[name] = woven
		}
	}
	return files, nil
}

// weaver rewrites one file.
type weaver struct {
	pkg    *packages.Package
	file   *ast.File
	source []byte
	all    []*mutant
	at     map[string][]int
	out    bytes.Buffer
	next   int // the offset of the source that is written next
}

func (w *weaver) offset(p token.Pos) int { return w.pkg.Fset.Position(p).Offset }

// numbers returns the numbers of the mutants of the operator at a place.
func (w *weaver) numbers(p token.Pos) []int {
	place := w.pkg.Fset.Position(p)
	return w.at[fmt.Sprintf("%s:%d:%d", filepath.Base(place.Filename), place.Line, place.Column)]
}

// to writes the source up to an offset.
func (w *weaver) to(offset int) {
	w.out.Write(w.source[w.next:offset])
	w.next = offset
}

func (w *weaver) whole() []byte {
	w.walk(w.file)
	w.to(len(w.source))
	return w.out.Bytes()
}

// walk writes a node with its mutants, up to its end where it has any.
func (w *weaver) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			return w.expression(n, n.OpPos, n.Op, n.X, n.Y)
		case *ast.UnaryExpr:
			return w.expression(n, n.OpPos, n.Op, n.X)
		case *ast.IncDecStmt:
			return w.step(n)
		}
		return true
	})
}

// expression writes an expression and reports false, or reports true if it has no mutants.
func (w *weaver) expression(n ast.Expr, pos token.Pos, op token.Token, operands ...ast.Expr) bool {
	kind := w.pkg.TypesInfo.Types[n]
	result := w.nameOf(kind.Type)
	if kind.Value != nil || result == "" {
		return true
	}
	var others strings.Builder
	begin, end, place := w.offset(n.Pos()), w.offset(n.End()), w.offset(pos)
	for _, number := range w.numbers(pos) {
		m := w.all[number]
		other, ok := operators[m.Type][op]
		if !ok || !w.compiles(op, other, operands) {
			continue
		}
		m.status = notCovered
		fmt.Fprintf(&others, "if mutant == %d { return %s %v %s }; ",
			number, w.source[begin:place], other, w.source[place+len(op.String()):end])
	}
	if others.Len() == 0 {
		return true
	}
	w.to(begin)
	fmt.Fprintf(&w.out, "func() %s { %sreturn ", result, others.String())
	for _, x := range operands {
		w.walk(x)
	}
	w.to(end)
	w.out.WriteString(" }()")
	return false
}

// step writes x++ or x-- and reports false, or reports true if it has no mutants.
func (w *weaver) step(n *ast.IncDecStmt) bool {
	var others strings.Builder
	begin, place := w.offset(n.Pos()), w.offset(n.TokPos)
	for _, number := range w.numbers(n.TokPos) {
		if other, ok := operators[w.all[number].Type][n.Tok]; ok {
			w.all[number].status = notCovered
			fmt.Fprintf(&others, "if mutant == %d { %s%v; return }; ", number, w.source[begin:place], other)
		}
	}
	if others.Len() == 0 {
		return true
	}
	w.to(begin)
	fmt.Fprintf(&w.out, "func() { %s", others.String())
	w.walk(n.X)
	w.to(w.offset(n.End()))
	w.out.WriteString(" }()")
	return false
}

// compiles reports whether an expression compiles with the other operator.
func (w *weaver) compiles(op, other token.Token, operands []ast.Expr) bool {
	of := func(i int) types.TypeAndValue { return w.pkg.TypesInfo.Types[operands[i]] }
	if op == token.ADD && len(operands) == 2 {
		if b, ok := of(0).Type.Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			return false
		}
	}
	if other == token.QUO { // by a constant zero
		if v := of(1).Value; v != nil && constant.Sign(v) == 0 {
			return false
		}
	}
	return true
}

// nameOf returns how the file writes a type, or "" if it cannot.
func (w *weaver) nameOf(t types.Type) string {
	if t == nil {
		return ""
	}
	known := true
	name := types.TypeString(types.Default(t), func(p *types.Package) string {
		if p == w.pkg.Types {
			return ""
		}
		for _, spec := range w.file.Imports {
			if strings.Trim(spec.Path.Value, `"`) == p.Path() {
				if spec.Name != nil {
					return spec.Name.Name
				}
				return p.Name()
			}
		}
		known = false
		return ""
	})
	if !known {
		return ""
	}
	return name
}
