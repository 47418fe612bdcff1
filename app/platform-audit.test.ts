import { deepEqual, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { theServer } from '#test/browser.ts'
import { missingInAll, nothingMissing, traceless, type Deed } from '#test/deeds.ts'
import { guestOf, inviteAs, newInvitingPlatform } from '#test/platform-api.ts'

/** How each endpoint is called. One that is missing here fails the test: add it together with the endpoint. */
const deeds: Record<string, Deed> = {
  'POST /platform/invitations': {
    leaves: 'invitation_made',
    by: 'platform',
    call: async () => {
      const hub = await newInvitingPlatform('Harbour Ltd')
      await inviteAs(hub, guestOf(hub))
    },
  },
}

test('every deed of a platform leaves a row with actor, target, address and request id', async () => {
  nothingMissing(await missingInAll(deeds))
})

test('no endpoint for platforms that changes something goes without a row', async () => {
  const { served } = await theServer()
  const own = served.filter(({ path }) => path.startsWith('/platform/'))
  ok(own.length >= 3)
  deepEqual(traceless(own, deeds), [])
})
