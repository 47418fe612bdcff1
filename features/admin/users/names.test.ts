// own process: searches for names of one letter
import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { fillUserSearchText } from '#domain/accounts/user.ts'
import { db, scalar } from '#server/db.ts'
import { namesInOrder } from '#test/names-in-order.ts'
import { addUser, addAdmin, logIn, logInAdmin } from '#test/people.ts'
import { updateRows } from '#test/rows.ts'
import { saveProfile } from '../../account/profile/contract.ts'
import * as contract from './contract.ts'

const support = await logInAdmin(await addAdmin({ roles: ['support'] }))

test('U5 users are sorted by name in the collation order of all languages, page by page', async () => {
  // Takes every seventh name, so that users are added in another order.
  const mixed = namesInOrder.map((_, at) => namesInOrder[(at * 7) % namesInOrder.length]!)
  for (const [at, [lastname, firstname]] of mixed.entries()) {
    await addUser({ lastname, firstname, email: `order${at}@order.example`, company: 'Order Ltd' })
  }
  for (const q of ['', '@order.example']) deepEqual(await pagesOf(q), namesInOrder, q)
})

test('U5 names are found regardless of accents, case and forms of Arabic letters', async () => {
  const expected: Record<string, string[]> = {
    bergstrom: ['Bergstrom', 'Bergström'],
    BERGSTRÖM: ['Bergstrom', 'Bergström'],
    Yildiz: ['Yildiz', 'Yıldız'],
    etablissements: ['Établissements'],
    'soren jorg': ['Jørgensen'],
    hassler: ['Hassler', 'Haßler'],
    احمد: ['أحمد', 'احمد'],
    ابراهيم: ['إبراهيم'],
    'ليلي أحمد': ['أحمد'],
    على: ['علي'],
    李小明: ['李'],
    王: ['王'],
    'o’brien': ["O'Brien"],
    sk: ['Škoda'],
    Øs: ['Øster'],
    ze: ['Zenith'],
  }
  for (const [q, lastnames] of Object.entries(expected)) {
    deepEqual(await lastnamesFor(q), lastnames, q)
  }
})

test('U5 a renamed user is found only under the new name, even if an older server saved it', async () => {
  const ida = await addUser({ firstname: 'Ída', lastname: 'Früher' })
  const session = await logIn(ida)
  const { timezone, preferredLanguage } = { timezone: 'UTC', preferredLanguage: 'en' } as const
  const body = { firstname: 'Ída', lastname: 'Später', jobTitle: '', phone: '', referralCode: '' }
  await session.call(saveProfile, { body: { ...body, timezone, preferredLanguage } })
  deepEqual(await lastnamesFor('fruher'), [])
  deepEqual(await lastnamesFor('spater'), ['Später'])

  await updateRows('users', { id: ida.id }, { lastname: 'Vorläufig' })
  deepEqual(await lastnamesFor('spater'), [])
  deepEqual(await lastnamesFor('vorläufig'), ['Vorläufig'], 'as an older version found it')
  await fillUserSearchText(db)
  deepEqual(await lastnamesFor('vorlaufig ida'), ['Vorläufig'])
})

test('U5 the job fills missing search texts, and can run repeatedly and concurrently', async () => {
  await updateRows('users', {}, { searchText: null })
  deepEqual(await lastnamesFor('zenith'), ['Zenith'])
  await Promise.all([fillUserSearchText(db), fillUserSearchText(db)])
  await fillUserSearchText(db)
  equal(await scalar(db)`select count(*) from users where search_text is null`, 0)
  equal(await fillUserSearchText(db), 0)
  deepEqual(await lastnamesFor('zizek'), ['Žižek'])
})

test('U5: the longest names fit into the index, whatever their folded form', async () => {
  const ligatures = String.fromCharCode(...Array.from({ length: 100 }, (_, at) => 0xfc00 + at))
  for (const [at, name] of ['\u{fdfa}'.repeat(100), ligatures, '龘'.repeat(100)].entries()) {
    const email = `long${at}@${'domain.'.repeat(30)}example`
    const { id } = await addUser({ firstname: name, lastname: name, email })
    equal(await scalar(db)`select lastname from users where id = ${id}`, name)
  }
})

async function pagesOf(q: string): Promise<[string, string][]> {
  const names: [string, string][] = []
  const partner = await scalar<string>(db)`select id from partners where name = 'Order Ltd'`
  let address = `/api/admin/users?${new URLSearchParams({ q, partner: partner ?? '', limit: '7' })}`
  while (address !== '') {
    const answer = await support.fetch(address)
    const users = (await answer.json()) as contract.PartnerUser[]
    names.push(...users.map(({ lastname, firstname }): [string, string] => [lastname, firstname]))
    address = answer.headers.get('x-next-url') ?? ''
  }
  return names
}

async function lastnamesFor(q: string): Promise<string[]> {
  const users = await support.call(contract.listUsers, { query: { q } })
  return users.map(({ lastname }) => lastname)
}
