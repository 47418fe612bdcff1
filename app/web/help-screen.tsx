import { HelpPage } from '../../features/pages/help/page.tsx'
import { Platforms } from './platforms.tsx'

export function HelpScreen() {
  return <HelpPage platforms={<Platforms />} />
}
