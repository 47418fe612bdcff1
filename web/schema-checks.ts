import { isOpen, refuse, type Payload, type Told } from './payload.ts'

/** What a value of the right kind has to be besides. */
export type Step = { run: (payload: Payload) => void }

export function refine(isGood: (value: never) => unknown, told: Told = {}): Step {
  const { path = [], when = isOpen } = typeof told === 'string' ? {} : told
  return {
    run(payload) {
      if (when(payload) && !isGood(payload.value as never)) {
        refuse(payload, told, { path, isFinal: false })
      }
    },
  }
}

export function overwrite(change: (value: never) => unknown): Step {
  return {
    run(payload) {
      if (isOpen(payload)) payload.value = change(payload.value as never)
    },
  }
}

export const regex = (pattern: RegExp, told?: Told) =>
  refine((value: string) => pattern.test(value), told)
export const minLength = (least: number, told?: string) =>
  refine((value: { length: number }) => value.length >= least, ofLength(told))
export const maxLength = (most: number, told?: string) =>
  refine((value: { length: number }) => value.length <= most, ofLength(told))
export const minimum = (least: number, told?: Told) =>
  refine((value: number) => value >= least, told)
export const maximum = (most: number, told?: Told) => refine((value: number) => value <= most, told)

/** Said also of a value of the wrong kind, as long as it is long or short. */
const ofLength = (error?: string): Told => ({ ...(error && { error }), when: hasLength })

function hasLength({ value }: Payload): boolean {
  return (value as { length?: number } | null)?.length !== undefined
}
