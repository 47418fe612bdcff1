import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { addressFault } from '#contract/address.ts'
import { email, freeText, phone, requiredText, timezone } from '#contract/fields.ts'
import { isCidr } from '#contract/network-rules.ts'
import { readApiDocument, type Json } from '#test/api-document.ts'
import { schemaOf } from './api-schemas.ts'

const { document, faultsOf, bodyOf } = await readApiDocument()

test('P15: a schema accepts and rejects the same values as its field', () => {
  const samples: [schema: Json, values: string[], isAccepted: (value: string) => boolean][] = [
    [
      schemaOf(email),
      [
        'ada@quay.example',
        'Ada.B+1@a-b.example',
        '',
        'ada',
        '@quay.example',
        '=a@b.example',
        'a@b',
        'a@1.2.3.4',
        'a..b@quay.example',
        '.a@quay.example',
        'a@-b.example',
        'a b@c.example',
      ],
      (value) => email.safeParse(value).success,
    ],
    [
      schemaOf(requiredText(10)),
      ['Ada', ' Ada ', '', '   ', '=1+1', ' =1', '＝1', 'a\u0000b', 'a\u2028b', 'x'.repeat(11)],
      (value) => requiredText(10).safeParse(value).success,
    ],
    [
      schemaOf(freeText(10)),
      ['', 'Ada', '  ', '=1', 'a\u0007b', 'x'.repeat(11)],
      (value) => freeText(10).safeParse(value).success,
    ],
    [
      schemaOf(timezone),
      ['Europe/Lisbon', 'UTC', '', 'Lisbon', 'Europe/Nowhere'],
      (value) => timezone.safeParse(value).success,
    ],
    [
      schemaOf(phone),
      ['', '+351 21 000 0000', '12', 'call me', '+351-21/000'],
      (value) => phone.safeParse(value).success,
    ],
  ]
  for (const [schema, values, isAccepted] of samples)
    for (const value of values)
      equal(faultsOf(schema, value) === '', isAccepted(value), JSON.stringify([value, schema]))
})

test('P15: schemas of networks, addresses and passwords are as strict as the server', () => {
  const network = document.components['schemas']?.['NewNetwork'] as { properties: Json }
  const cidr = network.properties['cidr'] as Json
  for (const value of [
    '203.0.113.0/24',
    '203.0.113.9',
    '2001:db8::/32',
    '203.0.113.0/33',
    '1.2.3',
    '256.1.1.1',
    '2001:db8::/129',
    'x',
    '1.2.3.4/08',
  ])
    equal(faultsOf(cidr, value) === '', isCidr(value), value)
  const platform = bodyOf('POST /api/admin/platforms')
  const { url } = platform['properties'] as Record<string, Json>
  for (const value of [
    'https://hub.example/a?b=c',
    'http://localhost:3000/',
    'http://hub.example/',
    'https://*.example/',
    'https://a.example/#x',
    'https://a@b.example/',
    'ftp://a.example/',
    'x',
  ])
    equal(faultsOf(url!, value) === '', addressFault(value) === undefined, value)
  const { newPassword } = bodyOf('PUT /api/users/me/password')['properties'] as Record<string, Json>
  deepEqual([newPassword?.['minLength'], newPassword?.['maxLength']], [12, 256])
})
