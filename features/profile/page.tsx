import type { ReactNode } from 'react'
import { useWords } from '#web/locale.ts'
import { Page, PageHeader } from '#web/page.tsx'
import { words } from './messages.ts'
import { ProfilePanel } from './panel.tsx'

type Props = {
  /** What is said to somebody whom a platform sent back. */
  notice: ReactNode
  platforms: ReactNode
}

export function ProfilePage({ notice, platforms }: Props) {
  const say = useWords(words)
  return (
    <Page>
      <PageHeader title={say.title} intro={say.intro} />
      {notice}
      {platforms}
      <ProfilePanel />
    </Page>
  )
}
