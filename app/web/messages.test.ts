import { deepEqual } from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

test('U17: no sentence sends a user to an administrator of their company, a role that does not exist', () => {
  const named =
    /company’s administrator|administrateur de votre entreprise|administrador de su empresa|贵?公司的?管理员|مسؤول(ي)? شركتك/
  const files = globSync('{app,features,web}/**/*messages.ts').filter((file) =>
    named.test(readFileSync(file, 'utf8')),
  )
  deepEqual(files, [])
})
