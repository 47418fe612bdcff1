import { inTurn } from '../in-turn.ts'

void inTurn([
  () => import('../rendering.ts'),
  () => import('../routing.ts'),
  () => import('#web/api.ts'),
  () => import('./main.tsx'),
])
