import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { looksLike } from './platform-name.ts'

test('3Z7: a name looks like another in any case, spacing and script, but not with other letters', () => {
  for (const name of [
    'business hub',
    'BUSINESS HUB',
    'Business-Hub!',
    ' Business  Hub',
    'Business\u200bhub',
    'Bu\u0301siness hub',
    'Ｂｕｓｉｎｅｓｓ ｈｕｂ',
    'Вusiness hub',
    'Busіness hub',
    'Βusiness hub',
    'Busιness hυb',
    'Business Һub'.toLowerCase(),
  ])
    equal(looksLike('Business hub', name), true, name)
  for (const [one, other] of [
    ['Billing', 'BiIling'],
    ['Portal', 'P0rta1'],
    ['Icon', 'iсon'],
    ['Icon', 'lCОN'],
    ['Πληρωμές', 'ΠΛΗΡΩΜΕΣ'],
    ['Платежи', 'ПЛАТЕЖИ'],
    ['شركة', 'شَرِكة'],
  ] as const)
    equal(looksLike(one, other), true, `${one} ${other}`)
  for (const [one, other] of [
    ['Business hub', 'Business hubs'],
    ['Orders 1', 'Orders 2'],
    ['支付平台', '支付'],
    ['★', '♥'],
    ['Payouts', 'Payments'],
  ] as const)
    equal(looksLike(one, other), false, `${one} ${other}`)
})
