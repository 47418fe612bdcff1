import type { Mutant } from './mutant.ts'

const tests = ['features/admin/webhooks/webhooks.test.ts']
const deliveries = 'domain/webhooks/webhook-delivery.ts'

export const webhooks: Mutant[] = [
  {
    control: 'The signature of a webhook covers the time of the message',
    asvs: '11.4.1',
    file: 'features/admin/webhooks/sign.ts',
    find: '`${id}.${timestamp}.${body}`',
    replace: '`${id}.${body}`',
    tests,
  },
  {
    control: 'A platform is notified only of users with access to it',
    asvs: '8.2.2',
    file: deliveries,
    find: "w.platform_id = any(string_to_array(e.platforms, ' '))",
    replace: 'true',
    tests,
  },
  {
    control: 'Events of a user wait for those before them',
    asvs: '2.3.1',
    file: deliveries,
    find: 'case when t.turn = 1 and not exists (',
    replace: 'case when t.turn >= 1 or not exists (',
    tests,
  },
  {
    control: 'A deleted webhook receives nothing more',
    file: 'domain/webhooks/webhook.ts',
    find: 'and (${isGone}::boolean or failing_since',
    replace: 'and (failing_since',
    tests,
  },
  {
    control: 'A webhook cannot call a forbidden address',
    asvs: '1.3.6',
    file: 'features/admin/webhooks/save.ts',
    find: "if (!(await isCallable(url))) throw invalidField('url', 'notCallable')",
    replace: 'void [url, isCallable, invalidField]',
    tests,
  },
]
