import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { changesMessages } from '#web/ui/changes-messages.ts'
import { saveProfile } from '../../features/account/profile/contract.ts'
import { changeApi } from '../../features/admin/apis/contract.ts'
import { changePartner } from '../../features/admin/companies/contract.ts'
import { changePlatform } from '../../features/admin/platforms/contract.ts'
import { changeServiceAccount } from '../../features/admin/service-accounts/contract.ts'
import { changeWebhook } from '../../features/admin/webhooks/contract.ts'

/** The reason stands beside the changes, not among them. */
const besides = ['reason']

test('each field whose changes the audit log records has a name in words', () => {
  for (const { path, body } of [
    saveProfile,
    changePartner,
    changePlatform,
    changeWebhook,
    changeApi,
    changeServiceAccount,
  ])
    deepEqual(
      Object.keys(body.shape).filter(
        (name) => !(`field_${name}` in changesMessages.en) && !besides.includes(name),
      ),
      [],
      path,
    )
})
