import { deepEqual } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as adminLinks from '#contract/admin-links.ts'
import { actions, retiredActions } from '#contract/audit-action.ts'
import * as publicLinks from '#contract/links.ts'
import { mailKinds } from '#contract/mail-kind.ts'
import { companyPermissions, permissions } from '#contract/permission.ts'
import { errorCodes } from '#contract/refusal.ts'
import { variables } from '#server/config-table.ts'
import { adminMenu } from '../web/admin/menu.ts'
import { partnerMenu } from '../web/partner/menu.ts'
import { missingPath } from '../web/public-paths.ts'
import { screens } from '../web/screens.ts'
import { queues } from './queues.ts'

/** Sources of the product by path, without tests and messages. */
const sources = globSync('{app,contract,domain,features,server,web}/**/*.{ts,tsx}')
  .filter((path) => !/\.(test|trial)\.ts$|messages\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Endpoints that no screen calls, each with its caller. */
const calledByPrograms: Readonly<Record<string, string>> = {
  'GET /admin/admin-users/roles': 'fixed by the specification',
  'GET /admin/users/{id}/tokens': 'fixed by the specification',
  'GET /admin/webhooks/types': 'examples for receivers, docs/webhooks.md',
  'POST /admin/configuration': 'service accounts, and the command apply',
  'POST /admin/configuration/plan': 'service accounts, and the command apply',
  'GET /admin/configuration/requests/{id}': 'service accounts, and the command apply',
  'GET /users/company/review-items': 'pages of 0.3.0',
  'POST /admin/invitations': 'fixed by the specification',
  'GET /platform/invitations': 'platforms',
  'GET /platform/invitations/{id}': 'platforms',
  'POST /platform/invitations': 'platforms',
  'GET /csrf': 'contract/call.ts, by the path',
  'GET /admin/csrf': 'contract/call.ts, by the path',
}

test('each audit action is recorded, except retired ones', () => {
  const recording = sources.filter(
    ({ path, text }) =>
      !path.startsWith('domain/audit/audit') &&
      /\b(recordAudit(If)?|recordStep|auditRow)\b/.test(text),
  )
  const isRecorded = (action: string) =>
    recording.some(({ text }) => text.includes(`'${action}'`) || isComposed(text, action))
  deepEqual(
    actions.filter((action) => !isRecorded(action)),
    retiredActions,
  )
})

test('each queue gets jobs, from a call or as a dead-letter queue', () => {
  const deadLetters: readonly string[] = Object.values(queues).flatMap(
    ({ deadLetter }) => deadLetter ?? [],
  )
  const call = String.raw`enqueueJobs?\(\s*\w+,\s*`
  requireAll(
    Object.keys(queues),
    (kind) => deadLetters.includes(kind) || isUsed(`${call}'${kind}'`),
  )
})

test('each mail is sent by a use case', () => {
  requireAll(mailKinds, (kind) => isUsed(`'${kind}'`, /^(domain|features)\/.*\.ts$/))
})

test('each error code is thrown or belongs to a rule of passwords', () => {
  const thrown = namesRead('errorCodes|commonErrors', /(?<!contract)\.ts$/)
  const ofPasswords = /^contract\/(fields|password-rules)\.ts$/
  requireAll(
    Object.keys(errorCodes),
    (name) => thrown.has(name) || isUsed(`'${name}'`, ofPasswords),
  )
})

test('each permission is required by an endpoint', () => {
  const contracts = /^features\/.*contract\.ts$|^contract\/service-account\.ts$/
  requireAll([...permissions, ...companyPermissions], (each) => isUsed(`'${each}'`, contracts))
})

test('each variable of the configuration is read', () => {
  const read = namesRead('config|values', /./)
  const takingConfig = sources.filter(
    ({ path, text }) => !path.startsWith('server/config') && /: Config\b/.test(text),
  )
  for (const name of takingConfig.flatMap(({ text }) => wordsOf(text))) read.add(name)
  const keys = new Set([...read].map((key) => key.toLowerCase()))
  requireAll(Object.keys(variables), (name) => {
    return read.has(name) || keys.has(name.replaceAll('_', '').toLowerCase())
  })
})

test('each page can be reached by a link, a menu entry, a redirect or a mail', () => {
  const links = { ...publicLinks, ...adminLinks }
  const nameByPath = new Map(
    Object.entries(links).flatMap(([name, page]) => ('path' in page ? [[page.path, name]] : [])),
  )
  const noLists = /^(?!app\/web\/(addresses|screens|public-paths|(admin|partner)\/pages)\.ts$)/
  const menus = [...partnerMenu, ...adminMenu].map(({ target }) => target)
  const isReached = (path: string) =>
    menus.includes(path) ||
    isUsed(String.raw`\b(links|adminLinks)\.${nameByPath.get(path)}(\(|\.path\b(?!\]))`, noLists)
  const pages = Object.values(screens).flatMap((area) => Object.keys(area))
  requireAll(pages, (path) => path === missingPath || isReached(path))
})

test('each endpoint is called by a screen or is listed as called by programs', () => {
  const endpoints = sources.flatMap(({ text }) =>
    [...text.matchAll(/export const (\w+) = endpoint\(\s*'([^']+)'/g)].map(
      ([, name = '', address = '']) => ({ text, name, address }),
    ),
  )
  const screenSources = sources.filter(({ path }) => /\.tsx$|^(app\/)?web\/|\/use-/.test(path))
  const usedNames = new Set(screenSources.flatMap(({ text }) => wordsOf(text)))
  const isCalled = ({ text, name }: (typeof endpoints)[number]) =>
    // A contract may pass several endpoints to a screen under one name, such as those of passkeys.
    text.split(new RegExp(String.raw`\b${name}\b`)).length > 2 || usedNames.has(name)
  deepEqual(
    endpoints
      .filter((each) => !isCalled(each))
      .map(({ address }) => address)
      .toSorted(),
    Object.keys(calledByPrograms).toSorted(),
  )
})

function requireAll(names: readonly string[], isWired: (name: string) => boolean): void {
  deepEqual(
    names.filter((name) => !isWired(name)),
    [],
  )
}

function isUsed(pattern: string, place = /./): boolean {
  const expression = new RegExp(pattern)
  return sources.some(({ path, text }) => place.test(path) && expression.test(text))
}

/** Returns the properties of these objects that sources read, as members or by destructuring. */
function namesRead(objects: string, place: RegExp): Set<string> {
  const expression = new RegExp(
    String.raw`\b(?:${objects})\.(\w+)|\{([^}]*)\} = (?:${objects})\b`,
    'g',
  )
  const texts = sources.filter(({ path }) => place.test(path)).map(({ text }) => text)
  return new Set(
    texts.flatMap((text) =>
      [...text.matchAll(expression)].flatMap(
        ([, member, several = '']) => member ?? wordsOf(several),
      ),
    ),
  )
}

function wordsOf(text: string): string[] {
  return text.match(/\w+/g) ?? []
}

/** Returns true if a template literal in the text composes the name, such as `access_request_${decision}`. */
function isComposed(text: string, action: string): boolean {
  return [...text.matchAll(/`([a-z]+(?:_[a-z]+)*_)\$\{\w+\}`/g)].some(([, start = '']) =>
    action.startsWith(start),
  )
}
