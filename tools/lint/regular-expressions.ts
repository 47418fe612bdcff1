import { analyse } from 'scslre'

type Node = {
  type: string
  regex?: { pattern: string; flags: string }
  callee?: { type: string; name?: string }
  arguments?: Node[]
  value?: unknown
}
type Context = { report(problem: { node: Node; message: string }): void }

/** An oxlint plugin: refuses expressions whose time grows faster than the length of the text. */
const plugin = {
  meta: { name: 'regular-expressions' },
  rules: {
    linear: {
      create(context: Context) {
        const check = (node: Node, source: string, flags: string) => {
          const fault = faultOf(source, flags)
          if (fault !== undefined) context.report({ node, message: fault })
        }
        const checkCall = (node: Node) => {
          const [source, flags] = node.arguments ?? []
          if (node.callee?.name !== 'RegExp' || typeof source?.value !== 'string') return
          check(node, source.value, typeof flags?.value === 'string' ? flags.value : '')
        }
        return {
          Literal: (node: Node) => node.regex && check(node, node.regex.pattern, node.regex.flags),
          NewExpression: checkCall,
          CallExpression: checkCall,
        }
      },
    },
  },
}

/** Returns the problem of an expression; undefined if its time is linear. */
export function faultOf(source: string, flags: string): string | undefined {
  const { reports } = analyse({ source, flags })
  const [worst] = reports.toSorted(
    (one, other) => Number(other.exponential) - Number(one.exponential),
  )
  if (!worst) return undefined
  const time = worst.exponential ? 'exponential' : 'quadratic'
  return `/${source}/ takes ${time} time on a text of many ${JSON.stringify(worst.character.pick)}`
}

export default plugin
