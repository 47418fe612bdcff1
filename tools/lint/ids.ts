type Node = { type: string; object?: { name?: string }; property?: { name?: string } }
type Context = { report(problem: { node: Node; message: string }): void }

/** An oxlint plugin: the id of a record has one spelling (decision 0159). */
const plugin = {
  meta: { name: 'ids' },
  rules: {
    'one-spelling': {
      create(context: Context) {
        return {
          MemberExpression(node: Node) {
            const isUuid = /^(?:uuid|guid)/.test(node.property?.name ?? '')
            if (node.object?.name !== 'z' || !isUuid) return
            context.report({
              node,
              message: 'Use `uuid` of contract/fields.ts, which is in lower case.',
            })
          },
        }
      },
    },
  },
}

export default plugin
