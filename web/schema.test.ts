import { deepEqual, ok } from 'node:assert/strict'
import { globSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

const mark = '?in-the-browser'
const own = new URL('schema.ts', import.meta.url).href

// Of each contract there is one as the server reads it, and one as the bundles of the browser do.
registerHooks({
  resolve(specifier, context, next) {
    if (!context.parentURL?.endsWith(mark)) return next(specifier, context)
    if (specifier === 'zod/mini') return { url: own, shortCircuit: true }
    const found = next(specifier, context)
    return { ...found, url: found.url + mark }
  },
})

const samples = [
  'ada@quay.example',
  '123456',
  '0190163d-8694-739b-aea5-966c26f8ad91',
  '2026-02-28T12:00:00.000Z',
  'Quiet-Lagoon-1',
  'Africa/Cairo',
  '10.0.0.0/8',
  'en',
  'a',
  '',
]
const odd = [
  undefined,
  null,
  '',
  ' Ada@Quay.Example ',
  '=1+1',
  'x'.repeat(2000),
  '2026-02-30T12:00:00Z',
  '2026-02-28',
  '0190163D-8694-739B-AEA5-966C26F8AD91',
  '٣',
  0,
  1.5,
  -1,
  '7',
  201,
  true,
  false,
  [],
  ['x'],
  {},
  { x: 1 },
]

type Judged = { data?: unknown; issues?: unknown }

for (const file of globSync('{contract,features/*}/*.ts').filter(isContract)) {
  test(`AP-04 the browser reads ${file} as the server does`, async () => {
    const url = pathToFileURL(file).href
    const theirs = endpointsOf(await import(url))
    const ours = endpointsOf(await import(url + mark))
    let judged = 0
    for (const [name, endpoint] of Object.entries(theirs)) {
      for (const part of ['body', 'query', 'params', 'headers', 'reply'] as const) {
        const [zod, own] = [endpoint[part], ours[name]?.[part]]
        if (!zod || !own) continue
        for (const value of variantsOf(sampleOf(zod))) {
          deepEqual(
            judge(own, value),
            judge(zod, value),
            `${name} ${part} ${JSON.stringify(value)}`,
          )
          judged += 1
        }
      }
    }
    ok(judged > 0 || Object.keys(theirs).length === 0)
  })
}

function isContract(file: string): boolean {
  return /(^contract\/(?!.*\.test)|\/contract\.ts$)/.test(file)
}

function endpointsOf(module: object): Record<string, Endpoint> {
  const found = Object.entries(module).filter(([, each]) => each?.reply && each.path)
  return Object.fromEntries(found) as Record<string, Endpoint>
}

function judge(schema: z.ZodMiniType, value: unknown): Judged {
  const parsed = schema.safeParse(value)
  return parsed.success ? { data: parsed.data } : { issues: plain(parsed.error.issues as Issue[]) }
}

type Issue = { path: PropertyKey[]; message: string; errors?: Issue[][] }

function plain(issues: readonly Issue[]): unknown {
  return issues.map(({ path, message, errors }) => ({ path, message, errors: errors?.map(plain) }))
}

/** Something that this schema accepts. */
function sampleOf(schema: z.ZodMiniType): unknown {
  const def = schema.def as unknown as Def
  if (def.type === 'object') {
    return Object.fromEntries(Object.entries(def.shape).map(([key, each]) => [key, sampleOf(each)]))
  }
  if (def.type === 'array') return [sampleOf(def.element)]
  if (def.type === 'optional' || def.type === 'nullable') return sampleOf(def.innerType)
  if (def.type === 'union') return sampleOf(def.options[0] as z.ZodMiniType)
  return [...samples, true, 1, {}, ...Object.values(def.entries ?? {}), ...(def.values ?? [])].find(
    (each) => schema.safeParse(each).success,
  )
}

type Def = {
  type: string
  shape: Record<string, z.ZodMiniType>
  element: z.ZodMiniType
  innerType: z.ZodMiniType
  options: z.ZodMiniType[]
  entries?: Record<string, unknown>
  values?: unknown[]
}

/** The sample, and with each of its parts left out, made odd, or joined by another. */
function variantsOf(sample: unknown): unknown[] {
  if (Array.isArray(sample)) {
    return [sample, ...odd, ...variantsOf(sample[0]).map((each) => [sample[0], each])]
  }
  if (typeof sample !== 'object' || sample === null) return [sample, ...odd]
  const changed = Object.entries(sample).flatMap(([key, value]) => {
    const { [key]: _, ...rest } = sample as Record<string, unknown>
    return [rest, ...variantsOf(value).map((each) => ({ ...rest, [key]: each }))]
  })
  return [sample, { ...sample, unheardOf: 1 }, ...odd, ...changed]
}
