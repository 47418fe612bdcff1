import type { ReactNode } from 'react'
import { useMessages } from '#web/locale.ts'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { messages } from './messages.ts'
import { ProfilePanel } from './panel.tsx'

type Props = {
  /** Shown to a user whom a platform sent back. */
  notice: ReactNode
  platforms: ReactNode
}

export function ProfileHeader() {
  const t = useMessages(messages)
  return <PageHeader title={t.title} intro={t.intro} />
}

export function ProfilePage({ notice, platforms }: Props) {
  return (
    <Page>
      <ProfileHeader />
      {notice}
      {platforms}
      <ProfilePanel />
    </Page>
  )
}
