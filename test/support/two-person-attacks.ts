import { equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { maxUsersAlone } from '#contract/approval.ts'
import { commonErrors } from '#contract/refusal.ts'
import { approvalCases } from './approval-cases.ts'
import { addSeniorAdmin } from './approvals.ts'
import { apply, newApplier, newPlatformFile } from './configuration-calls.ts'
import { addPlatform, addUser, logInAdmin, refusedWith, type TestUser } from './people.ts'
import { newRegistration } from './registered-platforms.ts'
import { suspendAdmin } from '../../features/admin/admins/contract.ts'
import { addPlatform as registerPlatform } from '../../features/admin/platforms/contract.ts'
import { deactivateUser } from '../../features/admin/users/contract.ts'

const reason = 'Asked for in ticket 4711'

/**
 * Tests what one super admin reaches alone, under the settings of this process: with two people, every dangerous action
 * waits; without, it is carried out. The limits that need no second person hold in both cases.
 */
export function testAttacksByOne(name: string, { takesTwo }: { takesTwo: boolean }): void {
  for (const [kind, createRequest] of Object.entries(approvalCases))
    test(`${name}: ${kind} by one admin ${takesTwo ? 'waits for another' : 'takes one'}`, async () => {
      // With TWO_PERSON=auto, two independent holders of the right must exist.
      await addSeniorAdmin()
      const waits = await createRequest().then(
        () => true,
        (error: Error) => {
          ok(/Missing expected rejection/.test(error.message), error.message)
          return false
        },
      )
      equal(waits, takesTwo)
    })

  test(`${name}: one admin suspends one other a day`, async () => {
    const browser = await logInAdmin(await addSeniorAdmin())
    const suspend = ({ id }: TestUser) =>
      browser.call(suspendAdmin, { params: { adminUserId: id }, body: { reason } })
    await suspend(await addSeniorAdmin())
    const refusal = await refusedWith(commonErrors.forbidden, suspend(await addSeniorAdmin()))
    equal(refusal.faults[0]?.rule, 'onePerDay')
  })

  test(`${name}: no platform gets a name that looks like that of another`, async () => {
    const browser = await logInAdmin(await addSeniorAdmin())
    await addPlatform({ id: 'pay-desk', name: 'Pay desk' })
    const body = { ...newRegistration(), name: 'PAY DЕSK' }
    const refusal = await refusedWith(
      commonErrors.invalidInput,
      browser.call(registerPlatform, { body }),
    )
    equal(refusal.faults[0]?.rule, 'nameTaken')
  })

  test(`${name}: user ${maxUsersAlone + 1} of a day ${takesTwo ? 'takes a bulk action' : 'takes one'}`, async () => {
    const browser = await logInAdmin(await addSeniorAdmin())
    const deactivate = async () => {
      const { id } = await addUser()
      return browser.call(deactivateUser, { params: { id }, body: { reason } })
    }
    for (let count = 0; count < maxUsersAlone; count += 1) await deactivate()
    if (!takesTwo) return void (await deactivate())
    const refusal = await refusedWith(commonErrors.forbidden, deactivate())
    equal(refusal.faults[0]?.rule, 'tooManyUsers')
  })

  test(`${name}: a file of a service account with a new platform ${takesTwo ? 'waits for an admin' : 'is applied'}`, async () => {
    await addSeniorAdmin()
    const { status } = await apply(await newApplier(), newPlatformFile())
    equal(status, takesTwo ? 202 : 200)
  })
}
