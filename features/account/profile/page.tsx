import type { ReactNode } from 'react'
import { useWords } from '#web/locale.ts'
import { Page, PageHeader } from '#web/ui/page.tsx'
import { words } from './messages.ts'
import { ProfilePanel } from './panel.tsx'

type Props = {
  /** What is said to somebody whom a platform sent back. */
  notice: ReactNode
  platforms: ReactNode
}

export function ProfileHeader() {
  const say = useWords(words)
  return <PageHeader title={say.title} intro={say.intro} />
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
