import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    confirmTitle: 'Log out?',
    confirmText:
      'You will be logged out of {brand} and of every platform that you entered with it.',
    confirmFrom: '{platform} asks to log you out.',
    logOut: 'Log out',
    stay: 'Stay logged in',
    doneTitle: 'You are logged out',
    doneText: 'You have left {brand} and its platforms. You can close this page.',
    logIn: 'Log in again',
    failureTitle: 'This did not work',
    failureText:
      'The platform sent you here with a request that cannot be answered. Go back to it and try again.',
    tooManyTitle: 'Please wait a moment',
    tooManyText:
      'Too many logins were begun from your network. Wait a few minutes, then go back to the platform and try again.',
    interruptedTitle: 'The login was interrupted',
    interruptedText:
      'It took too long, or it was continued in another window. Go back to the platform and try again.',
    details: 'What support needs to know',
    toPortal: 'Go to {brand}',
    help: 'Do you need help?',
  },
  {
    ar: {
      confirmTitle: 'هل تريد تسجيل الخروج؟',
      confirmText: 'سيتم تسجيل خروجك من {brand} ومن كل منصة دخلت إليها من خلاله.',
      confirmFrom: 'تطلب منصة {platform} تسجيل خروجك.',
      logOut: 'تسجيل الخروج',
      stay: 'البقاء مسجّل الدخول',
      doneTitle: 'تم تسجيل خروجك',
      doneText: 'لقد غادرت {brand} ومنصاته. يمكنك إغلاق هذه الصفحة.',
      logIn: 'تسجيل الدخول من جديد',
      failureTitle: 'لم تنجح العملية',
      failureText: 'أرسلتك المنصة إلى هنا بطلب لا يمكن الرد عليه. ارجع إليها وحاول مرة أخرى.',
      tooManyTitle: 'يرجى الانتظار قليلًا',
      tooManyText:
        'بدأت من شبكتك عمليات تسجيل دخول كثيرة جدًا. انتظر بضع دقائق، ثم ارجع إلى المنصة وحاول مرة أخرى.',
      interruptedTitle: 'انقطع تسجيل الدخول',
      interruptedText:
        'استغرق الأمر وقتًا طويلًا، أو تمت متابعته في نافذة أخرى. ارجع إلى المنصة وحاول مرة أخرى.',
      details: 'ما يحتاج فريق الدعم إلى معرفته',
      toPortal: 'الانتقال إلى {brand}',
      help: 'هل تحتاج إلى مساعدة؟',
    },
    fr: {
      confirmTitle: 'Se déconnecter ?',
      confirmText:
        'Vous serez déconnecté de {brand} et de toutes les plateformes ouvertes avec ce compte.',
      confirmFrom: '{platform} demande votre déconnexion.',
      logOut: 'Se déconnecter',
      stay: 'Rester connecté',
      doneTitle: 'Vous êtes déconnecté',
      doneText: 'Vous avez quitté {brand} et ses plateformes. Vous pouvez fermer cette page.',
      logIn: 'Se reconnecter',
      failureTitle: 'Cela n’a pas fonctionné',
      failureText:
        'La plateforme vous a envoyé ici avec une demande à laquelle il est impossible de répondre. Retournez-y et réessayez.',
      tooManyTitle: 'Veuillez patienter un instant',
      tooManyText:
        'Trop de connexions ont été lancées depuis votre réseau. Patientez quelques minutes, puis retournez à la plateforme et réessayez.',
      interruptedTitle: 'La connexion a été interrompue',
      interruptedText:
        'Elle a pris trop de temps ou a été poursuivie dans une autre fenêtre. Retournez à la plateforme et réessayez.',
      details: 'Ce que l’assistance doit savoir',
      toPortal: 'Aller à {brand}',
      help: 'Besoin d’aide ?',
    },
    es: {
      confirmTitle: '¿Cerrar la sesión?',
      confirmText:
        'Se cerrará la sesión en {brand} y en todas las plataformas a las que entró con ella.',
      confirmFrom: '{platform} pide cerrar su sesión.',
      logOut: 'Cerrar sesión',
      stay: 'Seguir conectado',
      doneTitle: 'Sesión cerrada',
      doneText: 'Ha salido de {brand} y de sus plataformas. Puede cerrar esta página.',
      logIn: 'Iniciar sesión de nuevo',
      failureTitle: 'No ha funcionado',
      failureText:
        'La plataforma le ha enviado aquí con una petición que no se puede responder. Vuelva a ella e inténtelo de nuevo.',
      tooManyTitle: 'Espere un momento',
      tooManyText:
        'Desde su red se ha intentado entrar demasiadas veces. Espere unos minutos, vuelva a la plataforma e inténtelo de nuevo.',
      interruptedTitle: 'Se interrumpió el inicio de sesión',
      interruptedText:
        'Tardó demasiado o continuó en otra ventana. Vuelva a la plataforma e inténtelo de nuevo.',
      details: 'Lo que el soporte necesita saber',
      toPortal: 'Ir a {brand}',
      help: '¿Necesita ayuda?',
    },
    zh: {
      confirmTitle: '要退出登录吗？',
      confirmText: '您将退出 {brand} 以及通过它进入的所有平台。',
      confirmFrom: '{platform} 请求让您退出登录。',
      logOut: '退出登录',
      stay: '保持登录',
      doneTitle: '您已退出登录',
      doneText: '您已离开 {brand} 及其平台，可以关闭此页面。',
      logIn: '重新登录',
      failureTitle: '操作未成功',
      failureText: '平台将您带到这里时发出的请求无法处理。请返回平台重试。',
      tooManyTitle: '请稍候',
      tooManyText: '您所在的网络发起的登录过多。请等待几分钟，然后返回平台重试。',
      interruptedTitle: '登录已中断',
      interruptedText: '用时过长，或已在另一个窗口中继续。请返回平台重试。',
      details: '支持人员需要了解的信息',
      toPortal: '前往 {brand}',
      help: '需要帮助吗？',
    },
  },
)
