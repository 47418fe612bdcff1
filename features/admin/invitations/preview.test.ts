import { equal, match, ok } from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '#contract/refusal.ts'
import { browser, partnerId } from '#test/invitations.ts'
import { refusedWith } from '#test/people.ts'
import { previewInvitation } from './preview-contract.ts'
import { mailMessages } from './texts/messages.ts'

test('the preview shows the mail as it will be sent, in a sandboxed frame', async () => {
  const query = new URLSearchParams({ companyId: partnerId, language: 'ar' })
  const answer = await browser.fetch(`/api/admin/invitations/preview?${query}`)
  const html = await answer.text()
  match(html, /^<!doctype html>\n<html lang="ar" dir="rtl">/)
  ok(html.includes('Harbour Ltd') && !html.includes('cid:logo'))
  const policy = answer.headers.get('content-security-policy') ?? ''
  match(policy, /^default-src 'none'; .*; sandbox; .*; frame-ancestors 'self'/)
  equal(answer.headers.get('x-frame-options'), null)
  const unknown = { query: { companyId: 'nothing', language: 'en' as const } }
  await refusedWith(errorCodes.notFound, browser.call(previewInvitation, unknown))
})

async function previewOf(platforms: string): Promise<string> {
  const query = new URLSearchParams({ companyId: partnerId, language: 'en', platforms })
  return (await browser.fetch(`/api/admin/invitations/preview?${query}`)).text()
}

test('3A1: the preview names the selected platforms, and promises none if none is selected', async () => {
  const { setUp } = mailMessages.en
  const withHub = await previewOf('hub')
  ok(withHub.includes('invited you to Hub') && withHub.includes(setUp))
  ok(!(await previewOf('')).includes(setUp))
})
