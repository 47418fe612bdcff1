process.env['TWO_PERSON'] = 'auto'
process.env['MASS_SESSIONS'] = '1'
const { testAttacksByOne } = await import('#test/two-person-attacks.ts')
testAttacksByOne('TWO_PERSON=auto', { takesTwo: true })
