import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '#contract/locale.ts'
import { everyWord } from '#test/words.ts'

/**
 * Messages that show only if a company's administrator has asked, or where a company may have its own. `noAccessHelp`,
 * `unauthorized`, `a7` and `userInactive` name support beside the company's administrator, as specification sections 6
 * and 8 require.
 */
const ofCompanies = [
  'byCompany',
  'by_company',
  'askedByCompany',
  'companyAsked',
  'stepApproved',
  'activated',
  'deactivated',
  'noAccessHelp',
  'unauthorized',
  'a7',
  'userInactive',
]

test('U17: no text refers a user to an administrator of their company, because few companies have one', () => {
  const naming =
    /(company’s administrator|administrator of (your|the) company|administrateur de (votre|l’)\s?entreprise|administrador de (su|la) empresa|公司(的|自己的)?管理员|(مسؤولي? (في )?شركتك|مسؤول في الشركة))/
  const faults = everyWord()
    // Companies with a company area have administrators of their own.
    .filter(
      ({ where, key }) =>
        !where.startsWith('features/company/') &&
        !where.startsWith('features/admin/companies/') &&
        !ofCompanies.includes(key),
    )
    .filter(({ said }) =>
      Object.values(said).some((texts) => texts.some((text) => naming.test(text))),
    )
    .map(({ where, key }) => `${where} ${key}`)
  deepEqual(faults, [])
})

test('the label of a button that names its object (resendOf) contains the visible text (resend)', () => {
  const words = everyWord()
  const labels = new Map(words.map((word) => [`${word.where} ${word.key}`, word.said]))
  const mismatches = words.flatMap(({ where, key, said }) =>
    locales.flatMap((locale) => {
      const [text = ''] = said[locale]
      const [label, ...forms] = labels.get(`${where} ${key}Of`)?.[locale] ?? []
      const isPlain = said[locale].length === 1 && !text.includes('{')
      if (!isPlain || label === undefined || forms.length > 0) return []
      return label.toLowerCase().includes(text.toLowerCase()) ? [] : [`${text}: ${label}`]
    }),
  )
  deepEqual(mismatches, [])
})
