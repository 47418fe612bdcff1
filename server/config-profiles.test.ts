import { deepEqual, doesNotMatch, equal, match, ok, throws } from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { profiles, type Profile } from './config-profile-section.ts'
import { nameOfClause, rulesOf } from './config-profiles.ts'
import { requirements, type Need, type Requirement } from './config-requirements.ts'
import { variables } from './config-table.ts'
import { BadConfiguration, readConfig } from './config.ts'

const good = {
  DATABASE_URL: 'postgres://portico@localhost/portico',
  SECRET_KEYS: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:1025',
  AUDIT_HEADS: '/var/log/heads',
}
const strict = profiles.filter((profile) => profile !== 'standard')
const rows = strict.flatMap((profile) =>
  rulesOf(profile).flatMap((rule) => {
    const requirement: Requirement = requirements[rule]
    return requirement.needs.map((need) => ({ profile, requirement, need }))
  }),
)

function faults(variables: Record<string, string>): string {
  let message = ''
  throws(
    () => readConfig(variables),
    (error) => {
      message = (error as Error).message
      return error instanceof BadConfiguration
    },
  )
  return message
}

/** Returns a valid value of the variable that the need does not allow. */
function tooWeakFor(need: Need): string {
  if ('atMost' in need) return String(need.atMost + 1)
  if ('atLeast' in need) return String(need.atLeast - 1)
  if (!('oneOf' in need)) return ''
  const values = ['off', 'on', 'whole', 'allow', 'false', 'true']
  const weak = values.filter((value) => !need.oneOf.includes(value))
  return weak.find((value) => variables[need.variable].schema.safeParse(value).success) ?? ''
}

for (const { profile, requirement, need } of rows) {
  const clause = nameOfClause(requirement)
  const { variable } = need
  test(`${profile}: ${variable} weaker than ${clause} fails startup without an exception`, () => {
    const value = tooWeakFor(need)
    const more = {
      SECURITY_PROFILE: profile,
      MFA_OPTIONAL_REASON: 'pilot',
      ...(need.when && { [need.when[0]]: need.when[1] }),
      ...oidc,
    }
    const message = faults({ ...good, ...more, [variable]: value })
    const [sentence = ''] = message
      .split('\n')
      .filter((line) => line.includes(`${variable}=${value} is weaker than ${clause} allows (`))
    match(sentence, / Example: [A-Z_]+=\S+; or PROFILE_EXCEPTIONS='/)
    const exceptions = rulesOf(profile)
      .map((rule): Requirement => requirements[rule])
      .filter(({ needs }) => needs.some((each) => each.variable === variable))
      .map((each) => `${each.clause}: why`)
      .join('; ')
    const without = faultsOf({
      ...good,
      ...more,
      [variable]: value,
      PROFILE_EXCEPTIONS: exceptions,
    })
    doesNotMatch(without, new RegExp(`${variable}=.* is weaker`))
    equal(
      faultsOf({ ...good, ...more, [variable]: value, SECURITY_PROFILE: 'standard' }).includes(
        'is weaker',
      ),
      false,
    )
  })
}

const oidc = {
  ADMIN_OIDC_ISSUER: 'https://login.example.com',
  ADMIN_OIDC_CLIENT_ID: 'portico',
  ADMIN_OIDC_CLIENT_SECRET: 'x-1',
}

function faultsOf(variables: Record<string, string>): string {
  try {
    readConfig(variables)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

function limits(profile: Profile): number[] {
  const { browserCode } = readConfig({ ...good, SECURITY_PROFILE: profile }).limits
  return [browserCode.max, browserCode.blockMinutes]
}

test('startup succeeds in each profile with its defaults', () => {
  for (const profile of strict)
    equal(readConfig({ ...good, SECURITY_PROFILE: profile }).securityProfile, profile)
  deepEqual(limits('standard'), [10, 30])
  deepEqual(limits('pci'), [10, 30])
  deepEqual(limits('psd2'), [5, 30])
  deepEqual(limits('pci+psd2'), [5, 30])
})

test('C2 PCI DSS 8.3.4 applies to known browsers, and the error contains an example', () => {
  const weak = { ...good, SECURITY_PROFILE: 'pci', LIMIT_BROWSER_FAILURES: '11' }
  match(
    faults(weak),
    /LIMIT_BROWSER_FAILURES=11 is weaker than PCI DSS 8\.3\.4 allows \(at most 10\)\. Example: LIMIT_BROWSER_FAILURES=10; or PROFILE_EXCEPTIONS='8\.3\.4: why'/,
  )
  const { warnings, requirements: met } = readConfig({
    ...weak,
    PROFILE_EXCEPTIONS: '8.3.4: known browsers only; 8.2.8: kiosks',
  })
  ok(warnings.includes('PROFILE_EXCEPTIONS: clause 8.3.4 is not met (known browsers only)'))
  deepEqual([met['pci-8.3.4'].isMet, met['pci-8.2.8'].isMet], [false, true])
  match(met['pci-8.3.4'].text, /LIMIT_ACCOUNT_FAILURES=5 LIMIT_BROWSER_FAILURES=11/)
})

test('an exception for one clause does not apply to another', () => {
  const weak = { ...good, SECURITY_PROFILE: 'pci', LIMIT_BROWSER_FAILURES: '11' }
  match(faults({ ...weak, PROFILE_EXCEPTIONS: '8.2.8: kiosks' }), /weaker than PCI DSS 8\.3\.4/)
})

test('an exception needs a known clause and a reason', () => {
  const pci = { ...good, SECURITY_PROFILE: 'pci' }
  match(
    faults({ ...pci, PROFILE_EXCEPTIONS: '8.2.99: why' }),
    /contains 8\.2\.99, which is not a clause/,
  )
  match(faults({ ...pci, PROFILE_EXCEPTIONS: '8.2.8' }), /PROFILE_EXCEPTIONS is not a list/)
  match(faults({ ...pci, PROFILE_EXCEPTIONS: '8.2.8: ' }), /PROFILE_EXCEPTIONS is not a list/)
  match(
    faults({ ...good, SECURITY_PROFILE: 'hipaa' }),
    /SECURITY_PROFILE is not one of standard, pci/,
  )
})

test('each clause number is unique, because exceptions name it', () => {
  const clauses = Object.values(requirements).map(({ clause }) => clause)
  equal(new Set(clauses).size, clauses.length)
})

test('the value of AUDIT_HEADS is masked, because its URL may contain a secret', () => {
  const { requirements: met } = readConfig({
    ...good,
    AUDIT_HEADS: 'https://log.example.com/?key=1',
  })
  equal(met['pci-10.3.4'].text, 'AUDIT_HEADS=…')
})
