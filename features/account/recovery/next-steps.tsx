import { lazyPart } from '#web/lazy.tsx'

/** Later steps, loaded during the first one. */
export const NewFactorStep = lazyPart(
  async () => (await import('./new-factor-step.tsx')).NewFactorStep,
)
export const Done = lazyPart(async () => (await import('./done.tsx')).Done)

export function preloadNextSteps(): void {
  NewFactorStep.preload()
  Done.preload()
}
