import type { Reply } from '#contract/endpoint.ts'
import { lazyPart } from '#web/lazy.tsx'
import type { confirmReset, confirmResetByLink } from './contract.ts'

export type Confirmed = Reply<typeof confirmReset> & Partial<Reply<typeof confirmResetByLink>>

/** What follows the first step; it comes while that is done. */
export const NewFactorStep = lazyPart(
  async () => (await import('./new-factor-step.tsx')).NewFactorStep,
)
export const Done = lazyPart(async () => (await import('./done.tsx')).Done)

export function preloadNextSteps(): void {
  NewFactorStep.preload()
  Done.preload()
}
