type Node = { type: string; key?: { name?: string }; value?: Node; properties?: Node[] }
type Context = {
  sourceCode: { getText(node: Node): string }
  report(problem: { node: Node; message: string }): void
}

/** An oxlint plugin: a query that polls must not keep an unattended session alive. */
const plugin = {
  meta: { name: 'polling' },
  rules: {
    background: {
      create(context: Context) {
        return {
          ObjectExpression(node: Node) {
            const queryFunction = valueOf(node, 'queryFn')
            if (!queryFunction || !valueOf(node, 'refetchInterval')) return
            if (/\bbackground\b/.test(context.sourceCode.getText(queryFunction))) return
            const message =
              'A query with refetchInterval calls with `background`, or the session never ends.'
            context.report({ node, message })
          },
        }
      },
    },
  },
}

function valueOf({ properties = [] }: Node, name: string): Node | undefined {
  return properties.find(({ key }) => key?.name === name)?.value
}

export default plugin
