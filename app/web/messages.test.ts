import { deepEqual } from 'node:assert/strict'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'

type Words = Readonly<Record<string, unknown>>

/** Shown where an administrator of the company has asked, and where a company may have its own. */
const ofCompanies = ['byCompany', 'by_company', 'askedByCompany', 'decided']

test('U17: no sentence sends a user to an administrator of their company, whom few companies have', async () => {
  const named =
    /(company’s administrator|administrator of (your|the) company|administrateur de (votre|l’)\s?entreprise|administrador de (su|la) empresa|公司(的|自己的)?管理员|(مسؤولي? (في )?شركتك|مسؤول في الشركة))/
  const found: string[] = []
  // The company area is of companies that have their own.
  const exclude = ['features/company/**']
  for (const file of globSync('{app,features,web}/**/*messages.ts', { exclude })) {
    const exported = (await import(resolve(file))) as Record<string, Record<string, Words>>
    for (const words of Object.values(exported).flatMap((each) => Object.values(each)))
      for (const [name, text] of Object.entries(words))
        if (!ofCompanies.includes(name) && named.test(String(text))) found.push(`${file} ${name}`)
  }
  deepEqual(found, [])
})

test('a button whose label names its object (resendOf) contains the text that is seen (resend)', async () => {
  const apart: string[] = []
  for (const file of globSync('{app,features,web}/**/*messages.ts')) {
    const exported = (await import(resolve(file))) as Record<string, Record<string, Words>>
    for (const words of Object.values(exported).flatMap((each) => Object.values(each))) {
      for (const [name, text] of Object.entries(words)) {
        const label = words[`${name}Of`]
        if (typeof text !== 'string' || text.includes('{') || typeof label !== 'string') continue
        if (!label.toLowerCase().includes(text.toLowerCase())) apart.push(`${text}: ${label}`)
      }
    }
  }
  deepEqual(apart, [])
})
