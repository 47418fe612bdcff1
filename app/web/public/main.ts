import { hideFragment, hideToken } from '#web/one-time-token.ts'
import { tokenPaths } from '../public-paths.ts'
import { evaluatePreloads, nextTask } from '#web/tasks.ts'

for (const base of tokenPaths) hideToken(base)
for (const name of ['sandbox', 'email']) hideFragment(name)

await evaluatePreloads()
const { hydratePage } = await import('./hydrate.tsx')
await nextTask()
await hydratePage()
