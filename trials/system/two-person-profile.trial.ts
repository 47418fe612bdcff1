import { tmpdir } from 'node:os'
import { join } from 'node:path'
process.env['TWO_PERSON'] = 'on'
process.env['MASS_SESSIONS'] = '1'
process.env['SECURITY_PROFILE'] = 'pci+psd2'
// The profile requires it; no worker writes it here.
process.env['AUDIT_HEADS'] = join(tmpdir(), 'heads')
const { testAttacksByOne } = await import('#test/two-person-attacks.ts')
testAttacksByOne('TWO_PERSON=on with SECURITY_PROFILE=pci+psd2', { takesTwo: true })
