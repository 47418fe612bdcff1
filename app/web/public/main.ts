import { hideFragment, hideToken } from '#web/one-time-token.ts'
import { tokenPaths } from '../addresses.ts'

for (const base of tokenPaths) hideToken(base)
for (const name of ['sandbox', 'email']) hideFragment(name)

// Evaluated in one task, these chunks would block a slow phone for more than 50 ms.
await nextTask()
await import('react-dom/client')
await nextTask()
await import('#contract/fields.ts')
await nextTask()
const { hydratePage } = await import('./hydrate.tsx')
await nextTask()
await hydratePage()

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
