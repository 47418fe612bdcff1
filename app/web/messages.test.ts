import { deepEqual } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'

type Words = Readonly<Record<string, unknown>>

test('U17: no sentence sends a user to an administrator of their company, a role that does not exist', () => {
  const named =
    /company’s administrator|administrateur de votre entreprise|administrador de su empresa|贵?公司的?管理员|مسؤول(ي)? شركتك/
  const files = globSync('{app,features,web}/**/*messages.ts').filter((file) =>
    named.test(readFileSync(file, 'utf8')),
  )
  deepEqual(files, [])
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
