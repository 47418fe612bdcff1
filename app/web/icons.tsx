import { LineIcon } from '#web/ui/line-icon.tsx'
import { iconPaths, type IconName, type MenuIcon } from './icon-paths.ts'

/** Icons that show a direction, mirrored in right-to-left languages. */
const mirrored: readonly MenuIcon[] = ['logOut', 'next']

export function Icon({ name }: { name: MenuIcon }) {
  return (
    <LineIcon
      className={mirrored.includes(name) ? 'icon icon-mirrored' : 'icon'}
      path={iconPaths[name as IconName] ?? name}
      box={24}
      strokeWidth={1.75}
    />
  )
}
