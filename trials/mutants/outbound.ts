import type { Mutant } from './mutant.ts'

const tests = ['server/outbound.test.ts']
const file = 'server/outbound.ts'

export const outbound: Mutant[] = [
  {
    control: 'A registered address in a private network is not called',
    asvs: '1.3.6',
    file,
    find: 'return allow.check(address.toString(), address.kind())',
    replace: 'return true',
    tests,
  },
  {
    control: 'In production no registered address of this machine is called',
    asvs: '1.3.6',
    file,
    find: 'return !isProduction',
    replace: 'return true',
    tests,
  },
  {
    control: 'No link-local or special-purpose address is called',
    asvs: '1.3.6',
    file,
    find: "return range === 'unicast' &&",
    replace: 'return true ||',
    tests,
  },
  {
    control: 'NAT64 addresses are checked as the IPv4 address inside',
    file,
    find: 'return isNat64 ?',
    replace: 'return !isNat64 && isNat64 ?',
    tests,
  },
  {
    control: 'IPv4-mapped addresses are checked as the IPv4 address inside',
    file: 'server/ip-address.ts',
    find: 'return ipaddr.process(',
    replace: 'return ipaddr.parse(',
    tests,
  },
  {
    control: 'A single forbidden address among the DNS results refuses the call',
    file,
    find: 'addresses.every(({ address }) => isAllowedAddress(address, { isProduction }))',
    replace: 'addresses.some(({ address }) => isAllowedAddress(address, { isProduction }))',
    tests,
  },
  {
    control: 'A registered address is checked by the rule of its calls',
    asvs: '1.3.6',
    file,
    find: 'return addresses.length > 0 ? addresses : [anyPublicAddress]',
    replace: 'return addresses.length > 0 ? [anyPublicAddress] : [anyPublicAddress]',
    tests,
  },
  {
    control: 'No call goes to port 0',
    file,
    find: "  if (url.port === '0') throw new Error('port 0')\n",
    replace: '',
    tests,
  },
  {
    control: 'A logout URI of an inner network is not registered',
    asvs: '1.3.6',
    file: 'features/admin/platforms/check.ts',
    find: 'if (storedUris.includes(uri) || (await isCallable(uri))) return',
    replace: 'if (storedUris.includes(uri) || (await isCallable(uri)) || uri) return',
    tests: ['features/admin/platforms/registering.test.ts'],
  },
  {
    control: 'The call connects to the address that was checked',
    file,
    find: 'if (options.all) done(null, addresses)',
    replace: 'if (options.all) resolveAll(url.hostname).then((all) => done(null, all), done)',
    tests,
  },
  {
    control: 'No redirect of a registered address is followed',
    asvs: '15.3.2',
    file,
    find: "outgoing.on('response', (answer): void => {",
    replace: `outgoing.on('response', (answer): void => {
      const to = answer.headers.location
      if (to) return void exchange(new URL(to, url), { maxBytes, signal, addresses }).then(resolve)`,
    tests,
  },
  {
    control: 'Every failure of a registered address returns the same message',
    file,
    find: "throw new Unreachable('a registered address could not be called')",
    replace: 'throw error',
    tests,
  },
  {
    control: 'Only known members of a published key are stored',
    file: 'contract/key-set.ts',
    find: 'kid: member,',
    replace: 'kid: member, nested: z.optional(z.unknown()),',
    tests: ['features/admin/platforms/registering.test.ts'],
  },
]
