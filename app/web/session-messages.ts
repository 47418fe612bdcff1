import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    endsTitle: 'You will be logged out soon',
    endsIn: 'Time left: {time}',
    endsText: 'For your security, we log you out after a period of inactivity.',
    final:
      'This session has reached its maximum duration and cannot be extended. Save your work, then log in again.',
    secondsLeft: { one: '{count} second left', other: '{count} seconds left' },
    stay: 'Stay logged in',
    logOut: 'Log out',
    endedTitle: 'Your session has ended',
    endedText: 'Log in again to continue where you left off. What you typed is kept.',
    other: 'Use another account',
  },
  {
    ar: {
      endsTitle: 'سيتم تسجيل خروجك قريبًا',
      endsIn: 'الوقت المتبقي: {time}',
      endsText: 'حفاظًا على أمانك، يُسجَّل خروجك عند عدم وجود أي نشاط لفترة.',
      final: 'بلغت هذه الجلسة أقصى مدة لها ولا يمكن تمديدها. احفظ عملك، ثم سجّل الدخول من جديد.',
      secondsLeft: {
        zero: 'لم يتبق وقت',
        one: 'تبقت ثانية واحدة',
        two: 'تبقت ثانيتان',
        few: 'تبقت {count} ثوانٍ',
        many: 'تبقت {count} ثانية',
        other: 'تبقت {count} ثانية',
      },
      stay: 'البقاء مسجّل الدخول',
      logOut: 'تسجيل الخروج',
      endedTitle: 'انتهت جلستك',
      endedText: 'سجّل الدخول من جديد للمتابعة من حيث توقفت. ما كتبته محفوظ.',
      other: 'استخدام حساب آخر',
    },
    fr: {
      endsTitle: 'Vous allez bientôt être déconnecté',
      endsIn: 'Temps restant : {time}',
      endsText: 'Pour votre sécurité, vous êtes déconnecté après un certain temps d’inactivité.',
      final:
        'Cette session a atteint sa durée maximale et ne peut pas être prolongée. Enregistrez votre travail, puis reconnectez-vous.',
      secondsLeft: { one: '{count} seconde restante', other: '{count} secondes restantes' },
      stay: 'Rester connecté',
      logOut: 'Se déconnecter',
      endedTitle: 'Votre session a pris fin',
      endedText:
        'Reconnectez-vous pour reprendre là où vous en étiez. Ce que vous avez saisi est conservé.',
      other: 'Utiliser un autre compte',
    },
    es: {
      endsTitle: 'Su sesión está a punto de cerrarse',
      endsIn: 'Tiempo restante: {time}',
      endsText: 'Por su seguridad, la sesión se cierra tras un tiempo sin actividad.',
      final:
        'Esta sesión ha alcanzado su duración máxima y no se puede prolongar. Guarde su trabajo y vuelva a iniciar sesión.',
      secondsLeft: { one: 'Queda {count} segundo', other: 'Quedan {count} segundos' },
      stay: 'Seguir conectado',
      logOut: 'Cerrar sesión',
      endedTitle: 'Su sesión ha terminado',
      endedText:
        'Inicie sesión de nuevo para continuar donde estaba. Lo que ha escrito se conserva.',
      other: 'Usar otra cuenta',
    },
    zh: {
      endsTitle: '您即将退出登录',
      endsIn: '剩余时间：{time}',
      endsText: '为保障安全，一段时间没有操作后，系统会自动退出登录。',
      final: '本次会话已达到最长时限，无法延长。请保存您的内容，然后重新登录。',
      secondsLeft: { other: '还剩 {count} 秒' },
      stay: '保持登录',
      logOut: '退出登录',
      endedTitle: '您的会话已结束',
      endedText: '请重新登录以继续之前的操作。您已输入的内容会保留。',
      other: '使用其他账户',
    },
  },
)
