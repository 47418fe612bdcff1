import { deepEqual } from 'node:assert/strict'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'

type Messages = Readonly<Record<string, unknown>>

/** Messages that show only if a company's administrator has asked, or where a company may have its own. */
const ofCompanies = ['byCompany', 'by_company', 'askedByCompany', 'decided']

test('U17: no text refers a user to an administrator of their company, because few companies have one', async () => {
  const naming =
    /(company’s administrator|administrator of (your|the) company|administrateur de (votre|l’)\s?entreprise|administrador de (su|la) empresa|公司(的|自己的)?管理员|(مسؤولي? (في )?شركتك|مسؤول في الشركة))/
  const faults: string[] = []
  // Companies with a company area have administrators of their own.
  const exclude = ['features/company/**']
  for (const file of globSync('{app,features,web}/**/*messages.ts', { exclude })) {
    const exported = (await import(resolve(file))) as Record<string, Record<string, Messages>>
    for (const messages of Object.values(exported).flatMap((each) => Object.values(each)))
      for (const [name, text] of Object.entries(messages))
        if (!ofCompanies.includes(name) && naming.test(String(text))) faults.push(`${file} ${name}`)
  }
  deepEqual(faults, [])
})

test('the label of a button that names its object (resendOf) contains the visible text (resend)', async () => {
  const mismatches: string[] = []
  for (const file of globSync('{app,features,web}/**/*messages.ts')) {
    const exported = (await import(resolve(file))) as Record<string, Record<string, Messages>>
    for (const messages of Object.values(exported).flatMap((each) => Object.values(each))) {
      for (const [name, text] of Object.entries(messages)) {
        const label = messages[`${name}Of`]
        if (typeof text !== 'string' || text.includes('{') || typeof label !== 'string') continue
        if (!label.toLowerCase().includes(text.toLowerCase())) mismatches.push(`${text}: ${label}`)
      }
    }
  }
  deepEqual(mismatches, [])
})
