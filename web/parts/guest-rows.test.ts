import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { readPasted, readTable, rowsOf } from './guest-rows.ts'

const grace = {
  email: 'grace@quay.example',
  firstname: 'Grace',
  lastname: 'Hopper',
  language: '',
  unknownLanguage: '',
}
const lucia = {
  email: 'lucia@quay.example',
  firstname: 'Lucía',
  lastname: 'Castillo',
  language: 'es',
  unknownLanguage: '',
}

test('rows of a spreadsheet are read by their columns, with and without headings, in five languages', () => {
  const rows = 'grace@quay.example\tGrace\tHopper\t\nlucia@quay.example\tLucía\tCastillo\tEspañol'
  deepEqual(readPasted(rows), [grace, lucia])
  for (const head of [
    'Email\tFirst name\tLast name\tLanguage',
    'Adresse e-mail\tPrénom\tNom\tLangue',
    'Correo electrónico\tNombre\tApellidos\tIdioma',
    'البريد الإلكتروني\tالاسم الأول\tاسم العائلة\tاللغة',
    '电子邮箱\t名字\t姓氏\t语言',
    'EMAIL *\tFIRST_NAME\tSurname:\tlang',
  ]) {
    deepEqual(readPasted(`${head}\r\n${rows}`), [grace, lucia], head)
  }
})

test('columns can be in any order and separated by commas, semicolons or tabs, with quotes', () => {
  deepEqual(readPasted('Last name;Email;First name\n"Hopper";grace@quay.example;Grace\n'), [grace])
  deepEqual(readPasted('"Hopper, Grace",grace@quay.example\n\n , \n'), [grace])
  deepEqual(readPasted('\uFEFFname,language,mail\nLucía Castillo,es-MX,lucia@quay.example'), [
    lucia,
  ])
  deepEqual(readPasted('Grace,Hopper,grace@quay.example'), [grace])
})

test('lines of addresses and recipient lists of mail programs become one row each', () => {
  const one = { ...grace, firstname: '', lastname: '' }
  deepEqual(readPasted('grace@quay.example'), [one])
  deepEqual(readPasted('grace@quay.example\nlucia@quay.example').length, 2)
  deepEqual(
    readPasted('Grace Hopper <grace@quay.example>, "Lucía Castillo" <lucia@quay.example>'),
    [grace, { ...lucia, language: '' }],
  )
  deepEqual(readPasted('grace@quay.example; lucia@quay.example').length, 2)
  deepEqual(
    readPasted('Hopper, Grace <grace@quay.example>; Castillo, Lucía <lucia@quay.example>'),
    [grace, { ...lucia, language: '' }],
  )
})

test('invalid values stay in their column: a bad or missing address, an open quote, a formula', () => {
  const rows = readPasted(
    'a@quay.example\tAda\tKing\nb.quay.example\tBob\tRoss\n\tCy\tOne\nd@quay.example\t=1+1\t"Quote',
  )
  deepEqual(
    rows.map(({ email, firstname, lastname }) => [email, firstname, lastname]),
    [
      ['a@quay.example', 'Ada', 'King'],
      ['b.quay.example', 'Bob', 'Ross'],
      ['', 'Cy', 'One'],
      ['d@quay.example', '=1+1', '"Quote'],
    ],
  )
})

test('5,000 rows are read from one text, and blank lines are ignored', () => {
  const many = Array.from({ length: 5000 }, (_, n) => `user${n}@quay.example\tU\t${n}`).join('\n')
  equal(readPasted(many).length, 5000)
  deepEqual(readPasted(' \n\t\t\n'), [])
})

test('columns with unknown headings are ignored until they are assigned to a field', () => {
  const table = readTable(
    'Vorname;Nachname;E-Mail;Abteilung\nGrace;Hopper;grace@quay.example;Sales',
  )
  deepEqual(table.headings, ['Vorname', 'Nachname', 'E-Mail', 'Abteilung'])
  deepEqual(table.fields, ['', '', 'email', ''])
  deepEqual(rowsOf(table), [{ ...grace, firstname: '', lastname: '' }])
  deepEqual(rowsOf({ ...table, fields: ['firstname', 'lastname', 'email', ''] }), [grace])
  // Without a known heading, the first line is recognized because it alone has no address.
  const foreign = readTable('Naam\tMailadres\nGrace Hopper\tgrace@quay.example')
  deepEqual(foreign.fields, ['', 'email'])
  deepEqual(rowsOf({ ...foreign, fields: ['name', 'email'] }), [grace])
  deepEqual(readTable('Grace\tHopper\tgrace@quay.example').headings, [])
})

test('an unsupported language is kept, so that it can be reported', () => {
  const [klingon] = readPasted(
    'Email,First name,Last name,Lang\ngrace@quay.example,Grace,Hopper,Klingon',
  )
  deepEqual(klingon, { ...grace, unknownLanguage: 'Klingon' })
})
