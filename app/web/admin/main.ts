import { evaluatePreloads } from '#web/tasks.ts'

await evaluatePreloads()
await import('./start.tsx')
