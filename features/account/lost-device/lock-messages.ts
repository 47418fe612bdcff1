import { defineMessages } from '#contract/locale.ts'

export const lockMessages = defineMessages(
  {
    title: 'Lock the account',
    intro:
      'If your device was stolen: all sessions end, here and on the platforms, and nobody can log in, you included.',
    lock: 'Lock my account',
    confirmTitle: 'Lock your account?',
    confirmText:
      'You are logged out at once. Only our support opens the account again, once they are sure that it is you: {supportEmail}',
    failed: 'The account could not be locked.',
  },
  {
    ar: {
      title: 'قفل الحساب',
      intro:
        'إذا سُرق جهازك: تنتهي كل الجلسات، هنا وعلى المنصات، ولا يمكن لأحد تسجيل الدخول، بمن فيهم أنت.',
      lock: 'قفل حسابي',
      confirmTitle: 'هل تريد قفل حسابك؟',
      confirmText:
        'سيُسجَّل خروجك فورًا. ولا يفتح الحساب من جديد إلا فريق الدعم بعد التأكد من هويتك: {supportEmail}',
      failed: 'تعذّر قفل الحساب.',
    },
    fr: {
      title: 'Verrouiller le compte',
      intro:
        'Si votre appareil a été volé : toutes les sessions se ferment, ici et sur les plateformes, et personne ne peut plus se connecter, pas même vous.',
      lock: 'Verrouiller mon compte',
      confirmTitle: 'Verrouiller votre compte ?',
      confirmText:
        'Vous êtes déconnecté immédiatement. Seul notre support rouvre le compte, après s’être assuré qu’il s’agit de vous : {supportEmail}',
      failed: 'Le compte n’a pas pu être verrouillé.',
    },
    es: {
      title: 'Bloquear la cuenta',
      intro:
        'Si le han robado el dispositivo: se cierran todas las sesiones, aquí y en las plataformas, y nadie puede iniciar sesión, tampoco usted.',
      lock: 'Bloquear mi cuenta',
      confirmTitle: '¿Bloquear su cuenta?',
      confirmText:
        'Su sesión se cierra de inmediato. Solo nuestro soporte abre de nuevo la cuenta, una vez seguro de que es usted: {supportEmail}',
      failed: 'No se pudo bloquear la cuenta.',
    },
    zh: {
      title: '锁定账户',
      intro:
        '如果您的设备被盗：所有会话都会结束，包括各平台上的会话，任何人都无法登录，包括您自己。',
      lock: '锁定我的账户',
      confirmTitle: '要锁定您的账户吗？',
      confirmText:
        '您会立即退出登录。只有我们的客服在确认是您本人后才能重新打开账户：{supportEmail}',
      failed: '无法锁定账户。',
    },
  },
)
