import { refine, type Step } from './schema-checks.ts'
import { isDay, patterns } from './patterns.ts'
import { isOpen, isRecord, refuse, type Issue, type Payload, type Told } from './payload.ts'

/**
 * What the contract uses of zod/mini, and nothing more: the bundles of the browser take it in its place
 * (vite.config.ts, decision 13). schema.test.ts holds the two side by side.
 */
type Parsed =
  | { success: true; data: unknown; error?: undefined }
  | { success: false; error: { issues: Issue[] } }

export * from './schema-checks.ts'

class Schema implements Step {
  #accept: (payload: Payload) => void
  #checks: readonly Step[]

  constructor(accept: (payload: Payload) => void, checks: readonly Step[] = []) {
    this.#accept = accept
    this.#checks = checks
  }

  check(...checks: Step[]): Schema {
    return new Schema(this.#accept, [...this.#checks, ...checks])
  }

  run(payload: Payload): void {
    this.#accept(payload)
    for (const check of this.#checks) {
      if (!(check instanceof Schema) || isOpen(payload)) check.run(payload)
    }
  }

  safeParse(value: unknown): Parsed {
    const payload = parsed(this, value)
    return payload.issues.length > 0
      ? { success: false, error: { issues: payload.issues } }
      : { success: true, data: payload.value }
  }
}

class ObjectSchema extends Schema {
  shape: Readonly<Record<string, Schema>>

  constructor(shape: Readonly<Record<string, Schema>>, told?: Told) {
    super((payload) => acceptObject(shape, payload, told))
    this.shape = shape
  }
}

/** Undefined is as good as nothing. */
class OptionalSchema extends Schema {}

export const string = typed((value) => typeof value === 'string')
export const boolean = typed((value) => typeof value === 'boolean')
export const unknown = typed(() => true)
export const int = typed((value) => Number.isSafeInteger(value))
export const uuid = text(patterns.uuid)

export const iso = {
  date: text(patterns.date, isDay),
  datetime: text(patterns.dateTime, isDay),
}

export const coerce = {
  number: () =>
    new Schema((payload) => {
      payload.value = Number(payload.value)
      if (Number.isNaN(payload.value)) refuse(payload)
    }),
}

export function literal(only: unknown, told?: Told): Schema {
  return typed((value) => value === only)(told)
}

function oneOf(values: readonly unknown[], told?: Told): Schema {
  return typed((value) => values.includes(value))(told)
}
export { oneOf as enum }

export function object(shape: Readonly<Record<string, Schema>>, told?: Told): ObjectSchema {
  return new ObjectSchema(shape, told)
}

/** What is not in the shape is kept as it is. */
export function looseObject(shape: Readonly<Record<string, Schema>>, told?: Told): Schema {
  return new Schema((payload) => {
    const { value } = payload
    acceptObject(shape, payload, told)
    if (isRecord(value)) payload.value = { ...value, ...(payload.value as object) }
  })
}

export function extend(base: ObjectSchema, more: Readonly<Record<string, Schema>>): ObjectSchema {
  return object({ ...base.shape, ...more })
}

export function array(each: Schema, told?: Told): Schema {
  return new Schema((payload) => {
    if (!Array.isArray(payload.value)) return refuse(payload, told)
    payload.value = payload.value.map((value, index) => within(payload, each, [index, value]))
  })
}

export function record(_: Schema, each: Schema): Schema {
  return new Schema((payload) => {
    if (!isRecord(payload.value)) return refuse(payload)
    const entries = Object.entries(payload.value)
    payload.value = Object.fromEntries(
      entries.map(([key, value]) => [key, within(payload, each, [key, value])]),
    )
  })
}

export function optional(inner: Schema): Schema {
  return new OptionalSchema((payload) => payload.value === undefined || inner.run(payload))
}

export function nullable(inner: Schema): Schema {
  return new Schema((payload) => payload.value === null || inner.run(payload))
}

export function union(choices: readonly Schema[]): Schema {
  return new Schema((payload) => {
    const tried = choices.map((choice) => parsed(choice, payload.value))
    const open = tried.filter(({ issues }) => !issues.some(({ isFinal }) => isFinal))
    const taken = tried.find(({ issues }) => issues.length === 0) ?? (open.length === 1 && open[0])
    if (!taken) return refuse(payload, undefined, { errors: tried.map(({ issues }) => issues) })
    payload.value = taken.value
    payload.issues.push(...taken.issues)
  })
}

function typed(isGood: (value: unknown) => boolean): (told?: Told) => Schema {
  return (told) => new Schema((payload) => isGood(payload.value) || refuse(payload, told))
}

function text(
  pattern: RegExp,
  isGood: (value: string) => boolean = () => true,
): (told?: unknown) => Schema {
  const check = refine((value: string) => pattern.test(value) && isGood(value))
  return () => string().check(check)
}

function acceptObject(
  shape: Readonly<Record<string, Schema>>,
  payload: Payload,
  told?: Told,
): void {
  const { value } = payload
  if (!isRecord(value)) return refuse(payload, told)
  const entries = Object.entries(shape)
    .filter(([key, schema]) => key in value || !(schema instanceof OptionalSchema))
    .map(([key, schema]) => [key, within(payload, schema, [key, value[key]])])
  payload.value = Object.fromEntries(entries)
}

/** The value as that schema leaves it; what is wrong with it is told under its key. */
function within(
  payload: Payload,
  schema: Schema,
  [key, value]: readonly [PropertyKey, unknown],
): unknown {
  const inner = parsed(schema, value)
  payload.issues.push(...inner.issues.map((each) => ({ ...each, path: [key, ...each.path] })))
  return inner.value
}

function parsed(schema: Schema, value: unknown): Payload {
  const payload: Payload = { value, issues: [] }
  schema.run(payload)
  return payload
}
