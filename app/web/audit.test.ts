// own process: admins of other files would make two-person approval necessary
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '#contract/audit-entry.ts'
import { locales, type Locale } from '#contract/locale.ts'
import { textWith } from '#contract/text.ts'
import { recordAudit } from '#domain/audit/audit.ts'
import { listAuditEntries } from '#domain/audit/audit-entries.ts'
import { db } from '#server/db.ts'
import { missingInAll, withoutAuditCase } from '#test/actions/audit-cases.ts'
import { theServer } from '#test/browser.ts'
import { everyAction, withoutAction } from '#test/every-action.ts'
import { addAdmin, addPlatform, addUser } from '#test/people.ts'
import {
  auditIconOf,
  auditReasonOf,
  auditTextOf,
  auditValuesOf,
} from '../../web/parts/audit-sentence-parts.ts'
import { auditSentenceMessages } from '../../web/parts/texts/messages.ts'

const areas = {
  'partner area': { paths: /^\/(?!admin\/|platform\/)/, moreThan: 20 },
  'admin area': { paths: /^\/admin\//, moreThan: 20 },
  'API for platforms': { paths: /^\/platform\//, moreThan: 2 },
}

for (const [area, { paths, moreThan }] of Object.entries(areas)) {
  const ofArea = Object.entries(everyAction).filter(([key]) => paths.test(key.split(' ')[1] ?? ''))

  test(`every action in the ${area} is recorded with actor, target, address and request id`, async () => {
    const faults = Object.entries(await missingInAll(Object.fromEntries(ofArea)))
    deepEqual(
      faults.flatMap(([key, missing]) => missing.map((fault) => `${key}: ${fault}`)),
      [],
    )
  })

  test(`every endpoint of the ${area} that changes data has an audit case`, async () => {
    const { endpoints } = await theServer()
    const own = endpoints.filter(({ path }) => paths.test(path))
    ok(own.length > moreThan)
    deepEqual(withoutAuditCase(own, { ...everyAction, ...withoutAction }), [])
  })
}

const texts = (locale: Locale) => auditSentenceMessages[locale]

/** Returns a sentence as a reader sees it, without directional isolates; an unknown placeholder stays in braces. */
function sentenceOf(entry: AuditEntry, locale: Locale): string {
  const t = texts(locale)
  const values = auditValuesOf(entry)
  const filled = Object.entries(values).flatMap(([name, value]) => {
    if ('number' in value) return [[name, value.number]]
    const text = 'term' in value ? textWith(t[value.term] ?? '', { brand: 'Portico' }) : value.name
    return text === '' ? [] : [[name, text]]
  })
  return auditTextOf(t, entry)(Object.fromEntries(filled)).replaceAll(/[\u2068\u2069]/g, '')
}

const listed = () => listAuditEntries(db, { seesAdmins: true }, { take: 2_000, after: undefined })

test('the sentence about a removed record has the name of the record', async () => {
  const removed = (await listed()).filter(({ action }) => action === 'webhook_removed')
  ok(removed.length > 0)
  for (const entry of removed) {
    const { name } = entry.data['before'] as { name: string }
    ok(sentenceOf(entry, 'en').endsWith(` removed the webhook ${name}`), sentenceOf(entry, 'en'))
  }
})

test('the rows that the code writes fill every placeholder of their sentences, and each reason has a translation', async () => {
  const entries = await listed()
  ok(new Set(entries.map(({ action }) => action)).size > 40)
  for (const entry of entries) {
    for (const locale of locales) {
      const text = sentenceOf(entry, locale)
      ok(!/[{}]|undefined/.test(text), `${locale} ${entry.action}: ${text}`)
    }
    const { reason } = entry.data
    const isTyped = entry.actorKind === 'admin' || entry.subSystem === 'company'
    const isOurs = typeof reason === 'string' && reason !== '' && !isTyped
    if (isOurs)
      ok(auditReasonOf(texts('fr'), entry) !== reason, `${entry.action} ${JSON.stringify(reason)}`)
  }
})

test('the reason for declining a request for access is shown as typed, even if it is a reason of the server', async () => {
  const [entry] = await listed()
  ok(entry)
  const typed = { ...entry, subSystem: 'company', data: { reason: 'disabled' } }
  equal(auditReasonOf(texts('en'), { ...typed, action: 'access_request_refused' }), 'disabled')
  equal(auditReasonOf(texts('en'), { ...typed, action: 'passkey_refused' }), 'passkey disabled')
})

test('U10: a sentence names the people, the platform and the address of the invitation', async () => {
  const grace = await addAdmin({ firstname: 'Grace', lastname: 'Hopper' })
  await addPlatform({ id: 'business-hub', name: 'Business Hub' })
  const lucia = await addUser({ firstname: 'Lucía', lastname: 'Castillo' })
  await recordAudit(db, { adminId: grace.id }, 'second_factor_link_sent', { targetId: lucia.id })
  await recordAudit(db, { adminId: grace.id }, 'platform_access_given', {
    targetId: lucia.id,
    data: { subsystem: 'business-hub', before: null, after: { active: true } },
  })
  await recordAudit(db, { userId: lucia.id }, 'platform_accessed', { subSystem: 'business-hub' })
  const [openEntry, grantEntry, linkEntry] = await listed()
  ok(openEntry && grantEntry && linkEntry)
  equal(
    sentenceOf(linkEntry, 'en'),
    'Grace Hopper sent Lucía Castillo a link to reset two-factor authentication',
  )
  equal(
    sentenceOf(linkEntry, 'fr'),
    'Grace Hopper a envoyé à Lucía Castillo un lien de réinitialisation de l’authentification à deux facteurs',
  )
  equal(sentenceOf(grantEntry, 'es'), 'Grace Hopper dio a Lucía Castillo acceso a Business Hub')
  equal(sentenceOf(openEntry, 'zh'), 'Lucía Castillo 打开了 Business Hub')
  equal(sentenceOf(openEntry, 'ar'), 'Lucía Castillo: فتح Business Hub')
})

test('an Arabic sentence that names the actor begins with the name', () => {
  const sentences = Object.values(texts('ar')).filter((text) => String(text).includes('{actor}'))
  deepEqual(
    sentences.filter((text) => !String(text).startsWith('{actor}')),
    [],
  )
})

test('a login, a logout, an opened platform and a failed login have icons of their own', async () => {
  const ada = await addUser()
  const recorded = ['login_succeeded', 'logged_out', 'platform_accessed', 'login_failed'] as const
  for (const action of recorded) await recordAudit(db, { userId: ada.id }, action)
  const entries = (await listed()).filter(({ userId }) => userId === ada.id)
  deepEqual(entries.map(auditIconOf).toReversed(), ['login', 'logout', 'open', 'failure'])
})
