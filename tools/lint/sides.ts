type Property = { key?: { name?: string }; value?: { value?: unknown } }
type Attribute = {
  name: { name?: unknown }
  value?: { expression?: { properties?: Property[] } } | null
}
type Context = { report(problem: { node: Property; message: string }): void }

const sided = /(^l|L)eft(?![a-z])|(^r|R)ight(?![a-z])/

/** An oxlint plugin: a style of an element must not name a side, because a page is laid out in both directions. */
const plugin = {
  meta: { name: 'sides' },
  rules: {
    style: {
      create: (context: Context) => ({
        JSXAttribute({ name, value }: Attribute) {
          if (name.name !== 'style') return
          for (const node of value?.expression?.properties ?? [])
            if ([node.key?.name, node.value?.value].some((each) => sided.test(String(each))))
              context.report({ node, message: 'Name start or end instead of a side.' })
        },
      }),
    },
  },
}

export default plugin
