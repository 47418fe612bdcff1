import type { Stage } from './stage.ts'
import type { View } from './view.ts'

const ofVisitor = { who: 'visitor', of: 'developers', state: 'normal', isEnglish: true } as const

/** The documentation for developers, which is only in English. */
export const views: View[] = [
  open('developers', ''),
  open('developers-guide', '/login'),
  open('developers-proxy', '/forward-auth'),
  open('developers-loops', '/troubleshooting'),
  open('developers-example', '/examples/platform'),
  open('developers-api', '/api'),
  open('developers-group', '/api/log-in'),
  open('developers-operation', '/api/platform-api/invite-to-platform'),
  open('developers-errors', '/errors'),
  {
    ...ofVisitor,
    name: 'developers-search',
    open: async (stage) => {
      await stage.go('/developers')
      await stage.page.locator('#search').fill('logout')
      await stage.sees('#results li')
    },
  },
]

function open(name: string, path: string): View {
  return { ...ofVisitor, name, open: (stage: Stage) => stage.go(`/developers${path}`) }
}
