import { doesNotMatch, match, ok } from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chart, valuesOf } from './templates.ts'
import { run } from './tools.ts'

/** Wrong values, with a pattern for the error: the place and the key. */
const wrong: readonly (readonly [words: string[], pattern: RegExp])[] = [
  [['--set', 'replicaCount=3'], /replicaCount/],
  [['--set', 'portal.replica=3'], /\/portal.*'replica'/],
  [['--set', 'portal.replicas=three'], /\/portal\/replicas.*got string/],
  [['--set', 'metrics.port=99999'], /\/metrics\/port/],
  [['--set', 'config.LIMIT_ACCOUNT_FAILURE=3'], /\/config.*'LIMIT_ACCOUNT_FAILURE'/],
  [['--set', 'worker.config.DATABASE_POOLS=3'], /\/worker\/config.*'DATABASE_POOLS'/],
  [['--set', 'config.DATABASE_POOL=many'], /\/config\/DATABASE_POOL.*got string/],
  [['--set', 'config.DATABASE_POOL=5000'], /\/config\/DATABASE_POOL/],
  [['--set', 'config.LOG_LEVEL=loud'], /\/config\/LOG_LEVEL/],
  [['--set', 'config.LOGIN_UNIFORM=true'], /\/config\/LOGIN_UNIFORM/],
  [['--set', 'config.PUBLIC_URL=http://id.example.com'], /\/config\/PUBLIC_URL/],
  [['--set', 'config.PUBLIC_URL=null'], /PUBLIC_URL/],
  [['--set', 'config.SECRET_KEYS=abc'], /\/config.*'SECRET_KEYS'/],
  [['--set', 'config.DATABASE_OWNER_URL=postgres://o:p@db/p'], /\/config.*'DATABASE_OWNER_URL'/],
  [['--set', 'secrets.DATABASE_OWNER_URL.key=uri'], /\/secrets.*'DATABASE_OWNER_URL'/],
  [['--set', 'secrets.SMTP_URL=smtps://u:p@mail'], /\/secrets\/SMTP_URL.*got string/],
  [['--set', 'secrets.SMTP_URL=null'], /\/secrets.*'SMTP_URL'/],
  [['--set', 'config.SERVE=worker'], /\/config.*'SERVE'/],
  [['--set', 'image.repository='], /\/image\/repository/],
  [['--set', 'extraEnv.SMTP_URL=x'], /\/extraEnv.*'SMTP_URL'/],
  [['--set', 'extraEnv.NODE_ENV=development'], /\/extraEnv\/NODE_ENV/],
  [
    ['--set-string', 'extraEnv.NODE_TLS_REJECT_UNAUTHORIZED=0'],
    /\/extraEnv\/NODE_TLS_REJECT_UNAUTHORIZED/,
  ],
  [['--set', 'extraEnv.OTEL_EXPORTER_OTLP_HEADERS=x'], /\/extraEnv\/OTEL_EXPORTER_OTLP_HEADERS/],
  [
    ['--set', 'extraEnv.OTEL_EXPORTER_OTLP_TRACES_HEADERS=x'],
    /\/extraEnv\/OTEL_EXPORTER_OTLP_TRACES_HEADERS/,
  ],
  [['--set', 'secretEnv.SMTP_URL.key=x'], /\/secretEnv.*'SMTP_URL'/],
  [['--set', 'secretEnv.NODE_ENV.key=x'], /\/secretEnv\/NODE_ENV/],
  [
    ['--set', 'secretEnv.NODE_TLS_REJECT_UNAUTHORIZED.key=x'],
    /\/secretEnv\/NODE_TLS_REJECT_UNAUTHORIZED/,
  ],
  [
    ['--set', 'secretEnv.OTEL_EXPORTER_OTLP_HEADERS=x'],
    /\/secretEnv\/OTEL_EXPORTER_OTLP_HEADERS.*got string/,
  ],
  [['--set', 'portal.ingress.enabled=true'], /\/config.*'TRUSTED_PROXIES'/],
  [['--set', 'portal.route.enabled=true'], /\/config.*'TRUSTED_PROXIES'/],
  [['--set', 'admin.ingress.enabled=true'], /\/config.*'TRUSTED_PROXIES'/],
  [['--set', 'admin.route.enabled=true'], /\/config.*'TRUSTED_PROXIES'/],
  [['--set', 'admin.enabled=false,admin.callers[0].podSelector.a=x'], /\/admin\/callers/],
  [['--set', 'admin.enabled=false,admin.ingress.enabled=true'], /\/admin\/ingress\/enabled/],
  [['--set', 'admin.enabled=false,admin.route.enabled=true'], /\/admin\/route\/enabled/],
  [
    ['--set', 'portal.route.enabled=true,config.TRUSTED_PROXIES=10.0.0.0/8'],
    /\/portal\/route\/parentRefs/,
  ],
  [['--set', 'admin.callers[0].podSelectors.app=x'], /\/admin\/callers\/0.*'podSelectors'/],
  [['--set', 'topologySpread=Always'], /\/topologySpread/],
]

/**
 * Peers that include every pod of the cluster, so that a proxy trusted by its network cannot be distinguished from
 * them.
 */
const allPods = [
  'namespaceSelector: {}',
  'namespaceSelector: {}, podSelector: {}',
  'namespaceSelector: { matchLabels: {} }, podSelector: { matchExpressions: [] }',
]
/** Peers that include every address. The schema rejects them, and so do the templates without it. */
const allAddresses = [
  'ipBlock: { cidr: 0.0.0.0/0 }',
  'ipBlock: { cidr: "::/0" }',
  'ipBlock: { cidr: 0.0.0.0/0, except: [] }',
]
const somePods = [
  'podSelector: {}',
  'namespaceSelector: {}, podSelector: { matchLabels: { app: proxy } }',
  'namespaceSelector: { matchLabels: { a: b } }',
  'ipBlock: { cidr: 0.0.0.0/0, except: [10.0.0.0/8] }',
]
const callers = (kind: string, peer: string) => `${kind}: { callers: [{ ${peer} }] }`
const withoutSchema = '--skip-schema-validation'
const trusting = 'config: { TRUSTED_PROXIES: 10.0.0.0/8 }'

/** Expects the chart's schema to reject each wrong value by name. */
export async function tryWrongValues(): Promise<void> {
  for (const [words, pattern] of wrong) {
    const refusal = await refusalOf(words)
    ok(refusal !== undefined, `${words.join(' ')} is accepted`)
    match(refusal, pattern, words.join(' '))
    match(refusal, /values don't meet the specifications of the schema/)
  }
  console.log(`passed   ${wrong.length} wrong values are rejected by name`)
  await expectForgingCallersRejected()
}

/** Expects callers not to include all pods: callers from a trusted proxy's network can forge the client's address. */
async function expectForgingCallersRejected(): Promise<void> {
  const own = 'portal: { config: { TRUSTED_PROXIES: 10.0.0.0/8 } }'
  for (const piece of [trusting, own]) {
    match((await refusalOf([], [piece])) ?? '', /\/portal\/callers\/1\/ipBlock\/cidr/)
    match((await refusalOf([withoutSchema], [piece])) ?? '', /portal\.callers holds every pod/)
  }
  const narrow = callers('portal', 'podSelector: {}')
  for (const peer of allPods) {
    match(
      (await refusalOf([], [trusting, callers('portal', peer)])) ?? peer,
      /portal\.callers holds every pod of the cluster, and TRUSTED_PROXIES is set/,
    )
    match(
      (await refusalOf([], [trusting, narrow, callers('admin', peer)])) ?? peer,
      /admin\.callers holds every pod of the cluster, and TRUSTED_PROXIES is set/,
    )
    ok((await refusalOf([], [callers('portal', peer)])) === undefined, peer)
  }
  for (const peer of allAddresses) {
    for (const kind of ['portal', 'admin']) {
      const pieces = [trusting, narrow, callers(kind, peer)]
      const place = new RegExp(`/${kind}/callers/0/ipBlock/cidr`)
      match((await refusalOf([], pieces)) ?? peer, place)
      const every = new RegExp(`${kind}\\.callers holds every pod`)
      match((await refusalOf([withoutSchema], pieces)) ?? peer, every)
    }
    ok((await refusalOf([], [callers('portal', peer)])) === undefined, peer)
  }
  for (const peer of somePods)
    ok((await refusalOf([], [trusting, callers('portal', peer)])) === undefined, peer)
  console.log('passed   callers that can forge any address are rejected by name')
}

/** Returns Helm's error for the minimal set with these arguments and pieces of YAML; undefined if Helm accepts them. */
async function refusalOf(
  words: readonly string[],
  pieces: readonly string[] = [],
): Promise<string | undefined> {
  const files = pieces.flatMap((piece, index) => {
    const file = path.join(tmpdir(), `portico-chart-${process.pid}-${index}.yaml`)
    writeFileSync(file, piece)
    return ['--values', file]
  })
  const least = ['template', 'portico', chart, '--values', valuesOf('least')]
  return run('helm', [...least, ...files, ...words]).then(
    () => undefined,
    (error: Error) => error.message,
  )
}

/** Checks the notes after the installation about values that publish more than they seem to. */
export async function tryNotes(): Promise<void> {
  const isPublic =
    /admin area is public at https:\/\/id\.example\.com\/admin: admin\.enabled is false/
  match(await notesOf('one-replica'), isPublic)
  doesNotMatch(await notesOf('everything-off'), isPublic)
  const apart = await notesOf('one-replica', '--set', 'config.ADMIN_URL=https://admin.example.com')
  doesNotMatch(apart, isPublic)
  const canForge = /TRUSTED_PROXIES names can pretend the address of any client: networkPolicy/
  match(await notesOf('admin-host', '--set', 'networkPolicy.enabled=false'), canForge)
  const production = await notesOf('production')
  match(production, /Portico .* for https:\/\/id\.example\.com/)
  doesNotMatch(production, isPublic)
  doesNotMatch(production, canForge)
  console.log('passed   the notes warn about values that publish more than they seem to')
}

async function notesOf(set: string, ...words: string[]): Promise<string> {
  const dry = ['install', 'portico', chart, '--dry-run=client', '--values', valuesOf(set)]
  const text = await run('helm', [...dry, ...words])
  return text.slice(text.indexOf('\nNOTES:'))
}
