type Node = { type: string; key?: { name?: string }; value?: Node; properties?: Node[] }
type Context = {
  sourceCode: { getText(node: Node): string }
  report(found: { node: Node; message: string }): void
}

/** A plugin of oxlint: a query that repeats by itself does not keep a session alive that nobody uses. */
const plugin = {
  meta: { name: 'polling' },
  rules: {
    background: {
      create(context: Context) {
        return {
          ObjectExpression(node: Node) {
            const asked = valueOf(node, 'queryFn')
            if (!asked || !valueOf(node, 'refetchInterval')) return
            if (/\bbackground\b/.test(context.sourceCode.getText(asked))) return
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
