import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { checkbox, choice, digits, lines, list, orNull, read, show, text } from './codecs.ts'

const fields = {
  name: text,
  active: checkbox,
  format: choice(['opaque', 'jwt']),
  months: orNull(choice([3, 6])),
  minutes: orNull(digits),
  address: orNull(text),
  scopes: lines,
  types: list<'one' | 'other'>(),
}

const record = {
  name: 'Orders',
  active: true,
  format: 'jwt',
  months: 6,
  minutes: 90,
  address: 'https://orders.example',
  scopes: ['orders.read', 'orders.write'],
  types: ['one'] as const,
}

test('a record that a form shows is read unchanged', () => {
  const controls = show(fields, record)
  deepEqual(controls.scopes, 'orders.read\norders.write')
  deepEqual(controls.minutes, '90')
  deepEqual(read(fields, controls), record)
})

test('a field that a new record lacks is blank, and an empty one is null', () => {
  deepEqual(read(fields, show(fields, { active: true })), {
    name: '',
    active: true,
    format: 'opaque',
    months: null,
    minutes: null,
    address: null,
    scopes: [],
    types: [],
  })
})

test('a whole number is read in Arabic, Persian and full-width digits too', () => {
  for (const minutes of ['90', '٩٠', '۹۰', '９０'])
    deepEqual(read({ minutes: orNull(digits) }, { minutes }).minutes, 90)
})

test('text that is not a whole number is read as NaN, which no schema accepts', () => {
  for (const minutes of ['1e1', '0x5', '-1', '1.5', '٩٫٥', '½', '9²', '9०'])
    deepEqual(read({ minutes: orNull(digits) }, { minutes }).minutes, NaN)
  deepEqual(read({ minutes: orNull(digits) }, { minutes: ' 15 ' }).minutes, 15)
})
