// What a browser finds when it compares the service's log with the head that it has kept.
export const CONTINUED = "continued";
export const UNPROVEN = "unproven";
export const ANOTHER = "another";
export const OTHER_SERVICE_LOG = "the service's log is not the one that this browser has seen before";
