import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { profileFieldMessages } from '#web/ui/texts/messages.ts'
import { changesMessages } from '#web/parts/texts/messages.ts'
import { saveProfile } from '../../features/account/profile/contract.ts'
import { changeApi } from '../../features/admin/apis/contract.ts'
import { changePartner } from '../../features/admin/companies/contract.ts'
import { changePlatform } from '../../features/admin/platforms/contract.ts'
import { changeServiceAccount } from '../../features/admin/service-accounts/contract.ts'
import { changeWebhook } from '../../features/admin/webhooks/contract.ts'

/** Fields that the details of a change show separately. */
const separateFields = ['reason']

test('each field whose changes the audit log records has a label', () => {
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
        (name) =>
          !(`field_${name}` in changesMessages.en) &&
          !(name in profileFieldMessages.en) &&
          !separateFields.includes(name),
      ),
      [],
      path,
    )
})
